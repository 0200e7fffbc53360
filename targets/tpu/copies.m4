m4_dnl  copies.m4 -- copies inside kernels, semaphores, scopes and devices: calls of copies.h.
m4_dnl
m4_dnl  ==== Regions ==========================================================================================
pl_define(«region», «pl_region», «m4_ifelse(«$kind», «hbm», ««pl_hbm_region($ref)»», «$kind», «view», ««$ref»»,
««pl_vmem_region("$name", PL_ELEMENTS((const »pl_type(«$type»)« *)$ref), $rank, PL_LONGS($extents))»»)»)m4_dnl
m4_define(«pl_part», ««pl_at($1, $2, $3, (const struct pl_slice[]){ $4 })»»)m4_dnl
m4_define(«pl_pick», ««PL_PICK($1)»»)m4_define(«pl_span», ««PL_SPAN($1, $2)»»)m4_define(«pl_every», ««PL_EVERY»»)m4_dnl
m4_define(«pl_any_view», ««const struct pl_region $1 = $2;»»)m4_dnl
m4_define(«pl_fill_region», ««pl_region_fill($1, (const »pl_type(«$3»)«[]){ »pl_convert(«$2», «$3», «$4»)« });»»)m4_dnl
m4_define(«pl_assign_region», ««pl_region_assign($1, $2, $3);»»)m4_dnl
m4_dnl
m4_dnl  ==== Copies ===========================================================================================
m4_define(«pl_copy», ««pl_dma_of($1, $2, $3)»»)m4_dnl
m4_define(«pl_push», ««pl_push_of($1, $2, $3, $4, $5)»»)m4_dnl
m4_define(«pl_copy_here», ««(const struct pl_dma[]){ $1 }»»)m4_define(«pl_copy_named», ««&$1»»)m4_dnl
m4_define(«pl_describe», ««const struct pl_dma $1 = $2;»»)m4_dnl
m4_define(«pl_copy_start», ««pl_dma_start($1, $2);»»)m4_dnl
m4_define(«pl_copy_wait», ««pl_dma_wait»m4_ifelse(«$2», «both», «», ««_$2»»)«($1, $3);»»)m4_dnl
m4_define(«pl_copy_now», ««pl_dma_now($1, $2, $3);»»)m4_dnl
m4_define(«pl_copy_sync», ««{
const struct pl_dma @sync = $1;
pl_dma_start(&@sync, $2);
pl_dma_wait(&@sync, $2);
}»»)m4_dnl
m4_dnl
m4_dnl  pl_trace(name)
m4_define(«pl_trace», ««PL_TRACE_SPAN($1);»»)m4_dnl
m4_dnl
m4_dnl  ==== Semaphores, scopes ===============================================================================
m4_define(«pl_semaphore», ««pl_sem_at($1, $2, $3)»»)m4_define(«pl_barrier_semaphore», ««pl_barrier_sem_at($1, $2)»»)m4_dnl
m4_define(«pl_sem_read», ««pl_sem_count($1)»»)m4_dnl
m4_define(«pl_signal», ««pl_sem_signal($1, $2, »m4_ifelse(«$3», «», ««PL_HERE»», ««$3»»)«, $4);»»)m4_dnl
m4_define(«pl_sem_wait», ««pl_sem_await($1, $2, $3);»»)m4_dnl
pl_define(«scoped», «pl_scoped», ««PL_SCOPE($ref);
»pl_type(«$type»)« »tpu_pointer(«$ref», «$inner_extents»)« = PL_SCOPE_MEMORY($ref, »pl_type(«$type»)«, $rank, PL_LONGS($extents));»»)m4_dnl
m4_define(«pl_scoped_semaphore», ««PL_SCOPE($1);
const struct pl_tpu_sem *const $1 = PL_SCOPE_SEM($1, $2, $3);»»)m4_dnl
m4_dnl
m4_dnl  ==== Devices ==========================================================================================
m4_dnl  pl_device(macro, mesh axis, count, arguments, line)
m4_define(«pl_device», «m4_ifelse(«$1», «PL_DEVICE_ID», ««pl_device_on("$2", $5)»», «$1», «PL_NUM_DEVICES», ««pl_devices_on("$2", $5)»»,
«$1», «PL_NEIGHBOR», ««pl_device_neighbor("$2", $4, $5)»», ««pl_device_at($3, PL_LONGS($4), $5)»»)»)m4_dnl
m4_define(«pl_device_barrier», ««pl_barrier_with($1, $2, PL_LONGS($3), $4);»»)m4_dnl
m4_define(«pl_mesh», ««pl_tpu_mesh("$1", $2);
»»)m4_dnl
m4_define(«tpu_rendezvous», «pl_if_any(«PL_MESH», ««
// The devices of the mesh begin together.
»PL_MESH()«pl_tpu_rendezvous();
»»)»)m4_dnl
