m4_dnl  launcher.m4 -- the call on the host: passes its arguments, and launches the kernel.
m4_dnl
pl_define(«axis», «cuda_say_axis», ««const long ${variable}_programs = pl_cuda_»m4_ifelse(«$kind», «parallel»,
    «parallel»,
    «sequential»)«(&@call, "$name", $extent);
»»)m4_dnl
pl_define(«argument», «cuda_say_array», «m4_ifelse(
    «$kind», «size», «»,
    «$kind», «scalar», «»,
    ««pl_cuda_»m4_ifelse(«$kind», «table», «in», «$kind»)«(&@call, "$user_name", &${base}_array, $shape);
»m4_ifelse(«$alias», «», «», ««pl_call_alias(&@call.host, "$alias");
»»)»)»)m4_dnl
pl_define(«argument», «cuda_pass», «m4_ifelse(
    «$kind», «size», «pl_comma()«$name»»,
    «$kind», «scalar», «pl_comma()«$name»»)»)m4_dnl
pl_define(«argument», «cuda_pass_array», «m4_ifelse(
    «$kind», «size», «»,
    «$kind», «scalar», «»,
    «pl_comma()«${base}_array»»)»)m4_dnl
pl_define(«axis», «cuda_pass_axis», «pl_comma()«${variable}_programs»»)m4_dnl
m4_dnl
m4_dnl  The bytes of all buffers together; the text of the first begins with the +.
pl_define(«buffer», «cuda_host_buffer», «m4_ifelse(«$memory», «global»,
    «« + pl_cuda_padded_bytes(1.0 * $count, sizeof (»cl_host_type(«$type»)«))»»)»)m4_dnl
m4_define(«cuda_workspace», «m4_define(«pl_buffer», m4_defn(«cuda_host_buffer»))m4_dnl
m4_ifelse(pl_flat(«PL_BUFFERS()»), «», «0», «c_without_first(«\+», pl_flat(«PL_BUFFERS()»))»)»)m4_dnl
m4_dnl
m4_dnl  The contents of a block's shared memory, by name, if it may exceed the device's.
pl_define(«buffer», «cuda_local_buffer», «m4_ifelse(«$memory», «local», ««{ "$of", $number * sizeof (»cl_host_type(«$type»)«) },
»»)»)m4_dnl
pl_define(«local», «cuda_local_part», ««{ "»host_local_name(«$use»)«", $count * sizeof (»pl_type(«$type»)«) },
»»)m4_dnl
pl_define(«local_window», «cuda_local_window», ««{ "$of", $number * sizeof (»cl_host_type(«$type»)«) },
»»)m4_dnl
m4_define(«cuda_locals», «m4_define(«pl_buffer», m4_defn(«cuda_local_buffer»))m4_dnl
m4_define(«pl_local», m4_defn(«cuda_local_part»))m4_dnl
m4_define(«pl_local_window», m4_defn(«cuda_local_window»))PL_BUFFERS()PL_LOCALS()PL_LOCAL_WINDOWS()»)m4_dnl
m4_dnl
m4_dnl  cuda_launch: in the order of the kernel's parameters.
pl_macro(«cuda_bytes_of(arena, parts)», «m4_ifelse(
    m4_defn(«$arena»), «», «0»,
    $parts, several, «16 * (m4_defn(«$arena»))»,
    «16 * m4_defn(«$arena»)»)»)m4_dnl
m4_define(«cuda_launch», «cuda_launch_of(«PL_PREFIX()«»say_suffix()», «PL_LANES()», «cuda_bytes_of(«cuda_arena», cuda_parts)»,
    «lane_if_workspace(««, @call.workspace, @call.workspace_bytes»»)»)»)m4_dnl
pl_macro(«cuda_launch_of(kernel, threads, bytes, workspace)», ««pl_cuda_launch(&@call, »$kernel«, »$threads«, »$bytes«»m4_dnl
m4_define(«pl_comma», ««, »»)c_arguments(«cuda_pass»)c_axes(«cuda_pass_axis»)c_arguments(«cuda_pass_array»)m4_dnl
pl_if_any(«PL_MESSAGES», ««, @call.reports»»)$workspace«);
»»)m4_dnl
m4_dnl  pl_held_kernel: the kernel for long rows, in place of the other if the device has room for one. It is written after that.
m4_define(«cuda_held_threads», «»)m4_dnl
m4_define(«pl_held_kernel», «m4_pushdef(«say_suffix», ««_kernel_held»»)m4_dnl
m4_pushdef(«lanes_of», ««long rows»»)m4_divert(1)lanes_kernel()m4_divert(0)m4_popdef(«say_suffix»)m4_popdef(«lanes_of»)m4_dnl
m4_define(«cuda_held_threads», PL_LANES())m4_define(«cuda_held_parts», cuda_parts)m4_dnl
m4_define(«cuda_held_arena», m4_defn(«cuda_arena»))m4_dnl
m4_define(«cuda_held_row», ««»PL_HELD_COUNT()« * sizeof (»cl_host_type(PL_HELD_TYPE())«), »PL_HELD_LEAST()»)»)m4_dnl
m4_define(«cuda_held_bytes», «cuda_bytes_of(«cuda_held_arena», cuda_held_parts)»)m4_dnl
m4_define(«cuda_launch_held», ««if (pl_cuda_holds_rows(&@call, »cuda_held_row()«, »cuda_held_bytes()«)) {
»cuda_launch_of(«PL_PREFIX()«_kernel_held»», «cuda_held_threads()», «cuda_held_bytes()», «»)«} else {
»m4_define(«cuda_held_threads», «»)»)m4_dnl
m4_dnl  cuda_divided: the call as two others, between which the parts of a PL_REDUCTION axis are in memory of the launcher's.
pl_define(«partial», «cuda_partial_bytes»,
    «« + pl_cuda_padded_bytes(1.0 * @part_count * $count, sizeof (»cl_host_type(«$type»)«))»»)m4_dnl
pl_define(«partial», «cuda_partial»,
    ««»cl_host_type(«$type»)« *const $name = @partials.take<»cl_host_type(«$type»)«>(1.0 * @part_count * $count);
»»)m4_dnl
m4_define(«cuda_partials_bytes», «m4_pushdef(«pl_partial», m4_defn(«cuda_partial_bytes»))m4_dnl
c_without_first(«\+», pl_flat(«PL_PARTIALS()»))m4_popdef(«pl_partial»)»)m4_dnl
pl_define(«division», «cuda_divided», ««const long @part_count = pl_cuda_parts(&@call, $wanted, ${axis}_programs, »m4_dnl
PL_LANES()«, »host_part_bytes()«);
if (@part_count > 1) {
pl_cuda_partials @partials(&@call, »cuda_partials_bytes()«);
»m4_pushdef(«pl_partial», m4_defn(«cuda_partial»))PL_PARTIALS()m4_popdef(«pl_partial»)m4_dnl
«int @failed = @call.host.code;
if (!@failed)
@failed = $parts($passed);
return @failed ? @failed : $combined($then);
}
»»)m4_dnl
m4_define(«cuda_launcher», «cuda_if_arena(««
static const pl_call_local »PL_PREFIX()«_local[] = {
»cuda_locals()«{ NULL, 0 },
};
»»)host_messages()host_spans()m4_dnl
m4_pushdef(«pl_cdiv», m4_defn(«host_cdiv»))m4_pushdef(«pl_multiple_of», m4_defn(«host_multiple_of»))m4_dnl
m4_pushdef(«pl_type», m4_defn(«cl_host_type»))m4_dnl
pl_if_yes(«PL_INNER», ««
static int »», ««
extern "C" __attribute__((weak)) const pl_declared pl_declared_»PL_NAME()«[];

extern "C" int »»)«»PL_NAME()«(»pl_begin_list()c_arguments(«host_parameter»)«)
{
pl_cuda_call @call;
»PL_LINE_OF_CALL()«pl_cuda_begin(&@call, "»PL_CALLED()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»pl_if_yes(«PL_INNER», «», ««if (!pl_call_declared(&@call.host, pl_declared_»PL_NAME()«, "»PL_DECLARED()«"))
return @call.host.code;
»»)PL_AGREEMENTS()c_axes(«cuda_say_axis»)m4_dnl
pl_as(«pl_division», «cuda_divided», «PL_DIVISION()»)c_arguments(«cuda_say_array»)PL_DIVISORS()m4_dnl
pl_if_any(«PL_MESSAGES», ««@call.host.messages = »PL_PREFIX()«_messages;
»»)host_set_spans()pl_if_yes(«PL_PRINTS», ««@call.prints = true;
»»)cuda_if_arena(««@call.local = »PL_PREFIX()«_local;
»»)«if (pl_cuda_prepare(&@call, »cuda_workspace()«))
»cuda_launches(«cuda_launch()»)pl_if_yes(«PL_PRINTS», ««fflush(stdout);
const int @failed = pl_cuda_finish(&@call);
return @failed ? @failed : pl_sync();
»», ««return pl_cuda_finish(&@call);
»»)«}
»m4_popdef(«pl_cdiv»)m4_popdef(«pl_multiple_of»)m4_popdef(«pl_type»)»)m4_dnl
