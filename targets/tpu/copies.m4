m4_dnl  copies.m4 -- copies inside kernels, semaphores, scopes and devices: calls of copies.h.
m4_dnl
m4_dnl  ==== Regions ==========================================================================================
pl_define(«region», «pl_region», «m4_ifelse(
    «$kind», «hbm», ««pl_hbm_region($ref)»»,
    «$kind», «view», ««$ref»»,
    ««pl_vmem_region("$name", PL_ELEMENTS((const »pl_type(«$type»)« *)$ref), $rank, PL_LONGS($extents))»»)»)m4_dnl
pl_define(«part», «pl_part», ««pl_at($region, $line, $count, (const struct pl_slice[]){ $indices })»»)m4_dnl
pl_define(«pick», «pl_pick», ««PL_PICK($index)»»)m4_dnl
pl_define(«span», «pl_span», ««PL_SPAN($start, $size)»»)m4_dnl
m4_define(«pl_every», ««PL_EVERY»»)m4_dnl
pl_define(«any_view», «pl_any_view», ««const struct pl_region $name = $region;»»)m4_dnl
pl_define(«fill_region», «pl_fill_region»,
    ««pl_region_fill($region, (const »pl_type(«$type»)«[]){ »pl_convert(«$value_type», «$type», «$value»)« });»»)m4_dnl
pl_define(«assign_region», «pl_assign_region», ««pl_region_assign($destination, $source, $line);»»)m4_dnl
m4_dnl
m4_dnl  ==== Copies ===========================================================================================
pl_define(«copy», «pl_copy», ««pl_dma_of($source, $destination, $semaphore)»»)m4_dnl
pl_define(«push», «pl_push», ««pl_push_of($source, $destination, $send, $recv, $device)»»)m4_dnl
pl_define(«copy_here», «pl_copy_here», ««(const struct pl_dma[]){ $copy }»»)m4_dnl
pl_define(«copy_named», «pl_copy_named», ««&$name»»)m4_dnl
pl_define(«describe», «pl_describe», ««const struct pl_dma $name = $copy;»»)m4_dnl
pl_define(«copy_start», «pl_copy_start», ««pl_dma_start($copy, $line);»»)m4_dnl
pl_define(«copy_wait», «pl_copy_wait», ««pl_dma_wait»m4_ifelse(«$end», «both», «», ««_$end»»)«($copy, $line);»»)m4_dnl
pl_define(«copy_now», «pl_copy_now», ««pl_dma_now($source, $destination, $line);»»)m4_dnl
pl_define(«copy_sync», «pl_copy_sync», ««{
const struct pl_dma @sync = $copy;
pl_dma_start(&@sync, $line);
pl_dma_wait(&@sync, $line);
}»»)m4_dnl
m4_dnl
pl_define(«trace», «pl_trace», ««PL_TRACE_SPAN($name);»»)m4_dnl
m4_dnl
m4_dnl  ==== Semaphores, scopes ===============================================================================
pl_define(«semaphore», «pl_semaphore», ««pl_sem_at($name, $index, $line)»»)m4_dnl
pl_define(«barrier_semaphore», «pl_barrier_semaphore», ««pl_barrier_sem_at($id, $line)»»)m4_dnl
pl_define(«sem_read», «pl_sem_read», ««pl_sem_count($semaphore)»»)m4_dnl
pl_define(«signal», «pl_signal», ««pl_sem_signal($semaphore, $count, »m4_ifelse(«$device», «», ««PL_HERE»»,
    ««$device»»)«, $line);»»)m4_dnl
pl_define(«sem_wait», «pl_sem_wait», ««pl_sem_await($semaphore, $count, $line);»»)m4_dnl
pl_define(«scoped», «pl_scoped», ««PL_SCOPE($ref);
»pl_type(«$type»)« »tpu_pointer(«$ref»,
    «$inner_extents»)« = PL_SCOPE_MEMORY($ref, »pl_type(«$type»)«, $rank, PL_LONGS($extents));»»)m4_dnl
pl_define(«scoped_semaphore», «pl_scoped_semaphore», ««PL_SCOPE($name);
const struct pl_tpu_sem *const $name = PL_SCOPE_SEM($name, $count, $line);»»)m4_dnl
m4_dnl
m4_dnl  ==== Devices ==========================================================================================
pl_define(«device», «pl_device», «m4_ifelse(
    «$macro», «PL_DEVICE_ID», ««pl_device_on("$axis", $line)»»,
    «$macro», «PL_NUM_DEVICES», ««pl_devices_on("$axis", $line)»»,
    «$macro», «PL_NEIGHBOR», ««pl_device_neighbor("$axis", $arguments, $line)»»,
    ««pl_device_at($count, PL_LONGS($arguments), $line)»»)»)m4_dnl
pl_define(«device_barrier», «pl_device_barrier», ««pl_barrier_with($id, $count, PL_LONGS($devices), $line);»»)m4_dnl
pl_define(«mesh», «pl_mesh», ««pl_tpu_mesh("$name", $extent);
»»)m4_dnl
m4_define(«tpu_rendezvous», «pl_if_any(«PL_MESH», ««
// The devices of the mesh begin together.
»PL_MESH()«pl_tpu_rendezvous();
»»)»)m4_dnl
