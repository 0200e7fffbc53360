m4_dnl  report.m4 -- for the page of pallasc --report: the chips of chips.h in JSON, with their VMEM and SMEM in bytes.
m4_define(«tpu_comma», «»)m4_dnl
m4_define(«PL_TPU_CLOCK», «»)m4_dnl
pl_macro(«PL_TPU_CHIP(name, generation, tensor_cores, cores, vmem, smem)», «m4_ifelse(«$name», «name», «», «m4_divert(1)m4_dnl
tpu_comma{"name": "$name", "generation": $generation, "vmem": m4_eval($vmem * 1024), "smem": m4_eval($smem * 1024)}
m4_define(«tpu_comma», «, »)m4_divert(-1)»)»)m4_dnl
m4_divert(-1)m4_include(«chips.h»)m4_divert(0)[
m4_undivert(1)]
