m4_dnl  launcher.m4 -- the call on the host: passes its arguments, and launches the kernel.
m4_dnl
pl_define(«axis», «cuda_say_axis», ««const long ${variable}_programs = pl_cuda_$kind(&@call, "$name", $extent);
»»)m4_dnl
pl_define(«argument», «cuda_say_array», «pl_if_among(«$kind», «|size|scalar|», «»,
    ««pl_cuda_»m4_ifelse(«$kind», «table», «in», «$kind»)«(&@call, "$user_name", &${base}_array, $shape);
»m4_ifelse(«$alias», «», «», ««pl_call_alias(&@call.host, "$alias");
»»)»)»)m4_dnl
pl_define(«argument», «cuda_pass», «pl_if_among(«$kind», «|size|scalar|», «pl_comma()«$name»»)»)m4_dnl
pl_define(«argument», «cuda_pass_array», «pl_if_among(«$kind», «|size|scalar|», «», «pl_comma()«${base}_array»»)»)m4_dnl
pl_define(«axis», «cuda_pass_axis», «pl_comma()«${variable}_programs»»)m4_dnl
m4_dnl
pl_macro(«say_padded_bytes(type, count)», ««pl_cuda_padded_bytes(1.0 * $count, sizeof (»pl_host_type(«$type»)«))»»)m4_dnl
m4_define(«cuda_workspace», «pl_if_any(«PL_WORKSPACE», «PL_WORKSPACE()», «0»)»)m4_dnl
m4_dnl
m4_dnl  cuda_launch: in the order of the kernel's parameters.
pl_macro(«cuda_shared_bytes(lines)», «m4_ifelse(«$lines», «», «0», ««16 * $lines»»)»)m4_dnl
m4_define(«cuda_launch», «cuda_launch_of(«PL_PREFIX()«_kernel»», «PL_LANES()», «cuda_shared_bytes(PL_LOCAL_LINES())»,
    «pl_if_any(«PL_WORKSPACE», ««, @call.workspace, @call.workspace_bytes»»)»)»)m4_dnl
pl_macro(«cuda_launch_of(kernel, threads, bytes, workspace)», ««pl_cuda_launch(&@call, »$kernel«, »$threads«, »$bytes«»m4_dnl
m4_define(«pl_comma», ««, »»)c_arguments(«cuda_pass»)c_axes(«cuda_pass_axis»)c_arguments(«cuda_pass_array»)m4_dnl
pl_if_any(«PL_MESSAGES», ««, @call.reports»»)$workspace«);
»»)m4_dnl
m4_dnl  The kernel for long rows. It is written after the other.
m4_define(«pl_held_kernel», «m4_divert(1)lanes_kernel(«_kernel_held», «long rows»)m4_divert(0)»)m4_dnl
pl_define(«held_launch», «pl_held_launch», «m4_ifelse(«$part», «yes»,
    ««const int pl_held = pl_cuda_held(&@call, $count, $least, $of_few, 16 * $beside, $element);
if (pl_held) {
»», ««if (pl_cuda_holds_rows(&@call, $count, $least, $of_few, »cuda_shared_bytes(«$lines»)«)) {
»»)cuda_launch_of(«PL_PREFIX()«_kernel_held»», «m4_ifelse(«$fewer», «», «$lanes»,
    «$part», «yes», ««pl_cuda_threads_of_row($count, pl_held < $count ? $lanes : 512)»»,
    ««pl_cuda_threads_of_row($count, $lanes)»»)», «cuda_shared_bytes(«$lines»)», «m4_ifelse(«$part», «yes», ««, pl_held»»)»)»)m4_dnl
m4_define(«cuda_launches», «pl_if_any(«PL_FURTHER», ««{
»PL_FURTHER()«} else {
»cuda_launch()«}
}
»», «cuda_launch()»)»)m4_dnl
m4_dnl
m4_dnl  pl_division: the call as two others, between which the parts of a PL_REDUCTION axis are in memory of the launcher's.
pl_define(«partial», «pl_partial»,
    ««»pl_host_type(«$type»)« *const $name = @partials.take<»pl_host_type(«$type»)«>(1.0 * @part_count * $count);
»»)m4_dnl
pl_define(«division», «pl_division», ««const long @part_count = pl_cuda_parts(&@call, $wanted, ${axis}_programs, »m4_dnl
m4_ifelse($alone, yes, ««0, pl_cuda_producers_resident(&@call)»», «PL_LANES()«, »PL_RESIDENT()»)«, $shares, »PL_PART_BYTES()«);
if (@part_count > 1) {
pl_cuda_partials @partials(&@call, »PL_PARTIALS_BYTES()«);
»PL_PARTIALS()«int @failed = @call.host.code;
if (!@failed)
@failed = $parts($passed);
return @failed ? @failed : $combined($then);
}
»»)m4_dnl
m4_define(«cuda_launcher», «pl_if_any(«PL_LOCAL_LINES», «host_locals()»)host_messages()host_spans()m4_dnl
host_head(««extern "C" __attribute__((weak)) const pl_declared pl_declared_»PL_NAME()«[];

extern "C" »»)«
{
pl_cuda_call @call;
»PL_LINE_OF_CALL()«pl_cuda_begin(&@call, "»PL_CALLED()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»host_declared()PL_AGREEMENTS()c_axes(«cuda_say_axis»)m4_dnl
PL_COVERS()PL_DIVISION()c_arguments(«cuda_say_array»)PL_DIVISORS()m4_dnl
pl_if_any(«PL_MESSAGES», ««@call.host.messages = »PL_PREFIX()«_messages;
»»)host_set_spans()pl_if_yes(«PL_PRINTS», ««@call.prints = true;
»»)pl_if_any(«PL_LOCAL_LINES», ««@call.local = »PL_PREFIX()«_local;
»»)«if (pl_cuda_prepare(&@call, »cuda_workspace()«))
»cuda_launches()pl_if_yes(«PL_PRINTS», ««fflush(stdout);
const int @failed = pl_cuda_finish(&@call);
return @failed ? @failed : pl_sync();
»», ««return pl_cuda_finish(&@call);
»»)«}
»»)m4_dnl
