m4_dnl  launcher.m4 -- the call in C: passes its arguments to the kernel.
m4_dnl
m4_dnl  ==== The launcher =====================================================================================
pl_define(«argument», «cl_pass», «m4_ifelse(
    «$kind», «size», ««pl_cl_long(&@call, $name);»»,
    «$kind», «scalar», «m4_ifelse(
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
pl_define(«axis», «cl_pass_axis», ««pl_cl_»m4_ifelse(«$kind», «parallel», «parallel»,
    «sequential»)«(&@call, "$name", $extent);»»)m4_dnl
pl_define(«buffer», «cl_host_buffer», «« + PL_PADDED_BYTES($count, »cl_host_type(«$type»)«)»»)m4_dnl
pl_define(«buffer», «cl_host_gpu_buffer», «m4_ifelse(«$memory», «global», «cl_host_buffer($@)»)»)m4_dnl
m4_dnl  cl_host_workspace: the bytes of all buffers together; the text of the first begins with the +.
pl_macro(«cl_host_workspace(macro)», «m4_define(«pl_buffer», m4_defn(«$macro»))m4_dnl
m4_ifelse(pl_flat(«PL_BUFFERS()»), «», «0», «c_without_first(«\+», pl_flat(«PL_BUFFERS()»))»)»)m4_dnl
m4_dnl  The kernel for one kind of device or the other.
m4_define(«cl_run_groups»,
    ««pl_cl_groups(&@call, "»PL_PREFIX()«_gpu", »PL_LANES()«, »cl_host_workspace(«cl_host_gpu_buffer»)«, »m4_dnl
cl_has_locals(«PL_PREFIX()«_local»», «NULL»)«)»»)m4_dnl
m4_define(«cl_run_items», ««pl_cl_items(&@call, "»PL_PREFIX()«_cpu", »cl_host_workspace(«cl_host_buffer»)«)»»)m4_dnl
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
m4_dnl  The contents of a work-group's local memory, by name.
pl_define(«buffer», «cl_host_local_buffer», «m4_ifelse(«$memory», «local»,
    ««{ "$of", $number * sizeof (»cl_host_type(«$type»)«) },
»»)»)m4_dnl
pl_macro(«cl_host_sum(type)», «m4_ifelse(
    «$type», «f64», «sizeof (double)»,
    «$type», «i64», «sizeof (int64_t)»,
    «$type», «u64», «sizeof (uint64_t)»,
    «4»)»)m4_dnl
pl_define(«local», «cl_host_local», «m4_ifelse(«$use», «reduction»,
    ««{ "»host_local_name(«$use»)«", $count * sizeof (»cl_host_type(«$type»)«) },
»», ««{ "»host_local_name(«$use»)«", $count * »cl_host_sum(«$type»)« },
»»)»)m4_dnl
pl_define(«local_window», «cl_host_local_window», ««{ "$of", $number * sizeof (»cl_host_type(«$type»)«) },
»»)m4_dnl
m4_define(«cl_locals», «m4_define(«pl_buffer», m4_defn(«cl_host_local_buffer»))PL_BUFFERS()m4_dnl
m4_define(«pl_local», m4_defn(«cl_host_local»))PL_LOCALS()m4_dnl
m4_define(«pl_local_window», m4_defn(«cl_host_local_window»))PL_LOCAL_WINDOWS()»)m4_dnl
pl_define(«buffer», «cl_is_local», «m4_ifelse(«$memory», «local», «x»)»)m4_dnl
pl_macro(«cl_has_locals(then, else)», «m4_define(«pl_buffer», m4_defn(«cl_is_local»))m4_define(«pl_local», «x»)m4_dnl
m4_define(«pl_local_window», «x»)m4_dnl
m4_ifelse(pl_flat(«PL_BUFFERS()PL_LOCALS()PL_LOCAL_WINDOWS()»), «», «$else», «$then»)»)m4_dnl
m4_dnl  cl_divided: the call as two others, between which the parts of a PL_REDUCTION axis are in memory of the launcher's.
pl_define(«partial», «cl_partial»,
    ««»cl_host_type(«$type»)« *const $name = pl_cl_partial(&@call, 1.0 * @part_count * $count, sizeof *$name);
»»)m4_dnl
pl_define(«partial», «cl_partial_free», ««pl_free($name);
»»)m4_dnl
pl_define(«division», «cl_divided», ««const long @part_count = pl_cl_parts(&@call, $wanted, »PL_LANES()«, »host_part_bytes()«);
if (@part_count > 1) {
»m4_pushdef(«pl_partial», m4_defn(«cl_partial»))PL_PARTIALS()m4_popdef(«pl_partial»)m4_dnl
«int @failed = @call.host.code;
if (!@failed)
@failed = $parts($passed);
if (!@failed)
@failed = $combined($then);
»m4_pushdef(«pl_partial», m4_defn(«cl_partial_free»))PL_PARTIALS()m4_popdef(«pl_partial»)m4_dnl
«return @failed;
}
»»)m4_dnl
m4_define(«cl_launcher», «m4_ifelse(PL_LANES_REJECTED(), «», «cl_has_locals(««
static const struct pl_call_local »PL_PREFIX()«_local[] = {
»cl_locals()«{ NULL, 0 },
};
»»)»)host_messages()host_spans()pl_if_yes(«PL_INNER», ««
static int »», ««
PL_DECLARED_BY_CALLER(»PL_NAME()«)

int »»)«»PL_NAME()«(»pl_begin_list()c_arguments(«host_parameter»)«)
{
struct pl_cl_call @call;
»PL_LINE_OF_CALL()«pl_cl_begin(&@call, &pl_program, "»PL_CALLED()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»pl_if_yes(«PL_INNER», «», ««if (!pl_call_declared(&@call.host, pl_declared_»PL_NAME()«, "»PL_DECLARED()«"))
return @call.host.code;
»»)PL_AGREEMENTS()c_arguments(«cl_pass»)c_axes(«cl_pass_axis»)m4_dnl
pl_as(«pl_division», «cl_divided», «PL_DIVISION()»)c_arguments(«cl_pass_array»)PL_DIVISORS()m4_dnl
pl_if_any(«PL_MESSAGES», ««pl_cl_messages(&@call, »PL_PREFIX()«_messages);
»»)host_set_spans()m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», «», ««pl_cl_no_groups(&@call, "»PL_LANES_REJECTED()«");
»»)pl_if_yes(«PL_PRINTS», «cl_run_and_print()», «cl_run()»)«}
»»)m4_dnl
m4_dnl
