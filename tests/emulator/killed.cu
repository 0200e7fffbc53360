// killed.cu -- programs that a signal ends, with a message on stderr.
#include "test.h"

// says host_access: error: host code accesses 0x[0-9a-f]*, which is device memory; copy it with cudaMemcpy
CASE(host_access) { *(volatile float *)floats(1) = 3; }
