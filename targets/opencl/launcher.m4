m4_dnl  launcher.m4 -- the call in C: passes its arguments to the kernel.
m4_dnl
m4_dnl  ==== The launcher =====================================================================================
pl_define(«argument», «cl_pass», «pl_if_among(«$kind», «|size|scalar|», «m4_ifelse(
        «$type», «i64», ««pl_cl_long(&@call, $name);»»,
        «$type», «bool», ««pl_cl_value(&@call, &(int){ $name }, sizeof(int));»»,
        «cl_is_struct(«$type», «», ««pl_cl_value(&@call, &$name, sizeof $name);»»)»)»)»)m4_dnl
m4_dnl  A struct is passed as an array of one element, because some devices accept no struct with a bool in it.
pl_define(«argument», «cl_pass_array», «m4_ifelse(
    «$kind», «size», «»,
    «$kind», «scalar», «cl_is_struct(«$type», ««pl_cl_in(&@call, "$user_name", &$name, sizeof $name, 1, (long[]){ 1 });
»»)»,
    ««pl_cl_»m4_ifelse(«$kind», «table», «in»,
        «$kind»)«(&@call, "$user_name", ${base}_array, sizeof *${base}_array, $rank, (long[]){ $shape });
»m4_ifelse(«$alias», «», «», ««pl_call_alias(&@call.host, "$alias");
»»)»)»)m4_dnl
pl_define(«axis», «cl_pass_axis», ««pl_cl_$kind(&@call, "$name", $extent);»»)m4_dnl
pl_macro(«say_padded_bytes(type, count)», ««PL_PADDED_BYTES($count, »pl_host_type(«$type»)«)»»)m4_dnl
m4_dnl  The kernel for one kind of device or the other.
m4_define(«cl_run_groups»,
    ««pl_cl_groups(&@call, "»PL_PREFIX()«_gpu", »PL_LANES()«, »pl_if_any(«PL_WORKSPACE», «PL_WORKSPACE()», «0»)«, »m4_dnl
pl_if_any(«PL_LOCAL_CONTENTS», «PL_PREFIX()«_local»», «NULL»)«)»»)m4_dnl
m4_define(«cl_run_items», ««pl_cl_items(&@call, "»PL_PREFIX()«_cpu", »m4_dnl
pl_if_any(«PL_BUFFERS_WORKSPACE», «PL_BUFFERS_WORKSPACE()», «0»)«)»»)m4_dnl
m4_define(«cl_run», «m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», ««if (pl_cl_for_gpu(&@call))
return »cl_run_groups()«;
»»)cl_if_streams(««pl_cl_past_cache(&@call);
»»)«return »cl_run_items()«;
»»)m4_dnl
m4_dnl
m4_dnl  The output of PL_PRINT appears after the kernels have run.
m4_define(«cl_run_and_print», «cl_if_streams(««if (!pl_cl_for_gpu(&@call))
pl_cl_past_cache(&@call);
»»)«fflush(stdout);
const int @failed = »m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», ««pl_cl_for_gpu(&@call) ?
»cl_run_groups()« :
»»)cl_run_items()«;
return @failed ? @failed : pl_sync();
»»)m4_dnl
m4_dnl
m4_dnl  pl_division: the call as two others, between which the parts of a PL_REDUCTION axis are in memory of the launcher's.
pl_define(«partial», «host_partial»,
    ««»pl_host_type(«$type»)« *const $name = pl_cl_partial(&@call, 1.0 * @part_count * $count, sizeof *$name);
»»)m4_dnl
pl_define(«partial», «host_partial_free», ««pl_free($name);
»»)m4_dnl
pl_define(«division», «pl_division», «host_division(
    ««pl_cl_parts(&@call, $wanted, »PL_LANES()«, $shares, »PL_PART_BYTES()«)»», ««@call.host.code»»,
    «$parts», «$passed», «$combined», «$then»)»)m4_dnl
m4_define(«cl_launcher», «m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», «pl_if_any(«PL_LOCAL_CONTENTS», «host_locals()»)»)m4_dnl
host_messages()host_spans()host_c_head()«
{
struct pl_cl_call @call;
»PL_LINE_OF_CALL()«pl_cl_begin(&@call, &pl_program, "»PL_CALLED()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»host_declared()PL_AGREEMENTS()c_arguments(«cl_pass»)c_axes(«cl_pass_axis»)m4_dnl
PL_COVERS()PL_DIVISION()c_arguments(«cl_pass_array»)PL_DIVISORS()m4_dnl
pl_if_any(«PL_MESSAGES», ««pl_cl_messages(&@call, »PL_PREFIX()«_messages);
»»)host_set_spans()m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», «», ««pl_cl_no_groups(&@call, "»PL_LANES_REJECTED()«");
»»)pl_if_yes(«PL_PRINTS», «cl_run_and_print()», «cl_run()»)«}
»»)m4_dnl
