m4_dnl  helpers.m4 -- functions that kernels may call. Those that no later line names are omitted.
m4_dnl
m4_undivert(«atomic.cu»)m4_dnl
cl_private_atomics(«static __device__ »)m4_dnl
m4_undivert(«f8.cu»)m4_dnl
m4_undivert(«report.cu»)m4_dnl
m4_undivert(«classify.cu»)m4_dnl
cl_extremes(«static __device__ »)m4_dnl
m4_undivert(«small.cu»)m4_dnl
m4_undivert(«memory.cu»)m4_dnl
%%end

