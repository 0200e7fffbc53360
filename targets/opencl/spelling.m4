m4_dnl  spelling.m4 -- the words that shared/lanes.m4 and shared/windows.m4 leave to the target, in OpenCL C. Another target has
m4_dnl  a similar file: lanes.m4 describes each word.
m4_dnl
m4_define(«say_target», ««opencl»»)m4_dnl
m4_define(«say_kernel», ««__kernel __attribute__((reqd_work_group_size($1, 1, 1)))
void »»)m4_dnl
m4_define(«say_suffix», ««_gpu»»)m4_dnl
m4_define(«say_local_array», ««__local $1 $2[$3]»m4_ifelse(«$4», «», «», «« __attribute__((aligned($4)))»»)«;»»)m4_dnl
m4_define(«say_space», «m4_ifelse(«$1», «local», ««__local »», «$1», «global», ««__global »»)»)m4_dnl
m4_define(«say_restrict», ««restrict »»)m4_dnl
m4_dnl
m4_define(«say_lane», ««get_local_id(0)»»)m4_dnl
m4_define(«say_group», ««get_group_id(0)»»)m4_dnl
m4_define(«say_groups», ««get_num_groups(0)»»)m4_dnl
m4_define(«say_only_programs», «»)m4_dnl
m4_define(«say_barrier», «m4_ifelse(«$1», «local», ««barrier(CLK_LOCAL_MEM_FENCE);»», «$1», «global», ««barrier(CLK_GLOBAL_MEM_FENCE);»»,
    ««barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);»»)»)m4_dnl
m4_dnl  Vectors are in private arrays; vload and vstore accept any address.
m4_define(«say_widths», «m4_ifelse(«$2», «», «m4_pushdef(«lane_width», «$1»)$3«»m4_popdef(«lane_width»)», ««if ($2) {        // $1 elements at a time
»m4_pushdef(«lane_width», «$1»)$3«»m4_popdef(«lane_width»)«} else {
»m4_pushdef(«lane_alone», «yes»)$3«»m4_popdef(«lane_alone»)«}
»»)»)m4_dnl
m4_define(«say_aligned», «»)m4_dnl
m4_define(«say_vector», ««$1 $2[»lane_width«];
»»)m4_dnl
m4_define(«say_load», ««$1 $2[»lane_width«];
vstore»lane_width«(vload»lane_width«(0, &$3), 0, $2);
»»)m4_define(«say_store», ««vstore»lane_width«(vload»lane_width«(0, $2), 0, &$3);
»»)m4_dnl
m4_define(«say_worker», ««work-item»»)m4_dnl
m4_dnl  C has no functions within functions: the code that fetches a slice is written wherever one is fetched.
m4_define(«say_fetch_function», «»)m4_dnl
m4_define(«say_fetch», ««{
»m4_ifelse(«$4», «$3», «», «$4», 0, ««const $2 $3 = 0;
»», ««const $2 pl_next = »$4«, $3 = pl_next;
»»)$5«}
»»)m4_dnl
m4_define(«say_fetch_run», ««vstore»lane_width«(vload»lane_width«(0, &$2), 0, &$1);
»»)m4_dnl
m4_define(«say_fetch_element», ««$2 = $3;
»»)m4_define(«say_fetched», «»)m4_define(«say_arrived», «»)m4_dnl
m4_dnl
m4_define(«say_unroll», ««PL_UNROLL »»)m4_dnl
m4_dnl
m4_define(«say_is_struct», m4_defn(«cl_is_struct»))m4_define(«say_is_small», m4_defn(«cl_is_small»))m4_dnl
m4_dnl  A kernel parameter cannot be a bool, so it is an int; nor a struct, which may contain a bool.
m4_define(«say_value_type», «m4_ifelse(«$1», «bool», ««int»», «pl_type(«$1»)»)»)m4_dnl
m4_define(«say_if_by_pointer», m4_defn(«cl_is_struct»))m4_dnl
m4_define(«say_sum», «m4_indir(«cl_sum_$1»)»)m4_dnl
m4_define(«say_least», «m4_indir(«cl_least_of_$1»)»)m4_define(«say_most», «m4_indir(«cl_most_of_$1»)»)m4_dnl
m4_define(«cl_limit», «m4_define(«cl_least_of_$1», ««$2»»)m4_define(«cl_most_of_$1», ««$3»»)»)m4_dnl
cl_limit(bool, 0, 1)cl_limit(i8, CHAR_MIN, CHAR_MAX)cl_limit(i16, SHRT_MIN, SHRT_MAX)cl_limit(i32, INT_MIN, INT_MAX)m4_dnl
cl_limit(i64, LONG_MIN, LONG_MAX)cl_limit(u8, 0, UCHAR_MAX)cl_limit(u16, 0, USHRT_MAX)cl_limit(u32, 0, UINT_MAX)m4_dnl
cl_limit(u64, 0, ULONG_MAX)cl_limit(f32, -INFINITY, INFINITY)cl_limit(f64, -INFINITY, INFINITY)m4_dnl
