// atomics.h -- atomicAdd and similar functions. The emulator treats a read-modify-write as one access, which never races with
// another atomic.
#ifndef PL_EMULATOR_ATOMICS_H
#define PL_EMULATOR_ATOMICS_H

#include "protocol.h"

#define PL_ATOMIC_(name, T, expression)                          \
    PL_EMULATOR_UNSEEN T name(T *p, T value)                     \
    {                                                            \
        pl_emulator_atomic(p, sizeof *p, PL_HERE);               \
        T old = *p;                                              \
        *p = (expression);                                       \
        return old;                                              \
    }
#define PL_ATOMIC_ALL_(name, T, expression)                      \
    PL_ATOMIC_(name, T, expression)                              \
    PL_ATOMIC_(name##_block, T, expression)                      \
    PL_ATOMIC_(name##_system, T, expression)

#define PL_ATOMIC_NUMBERS_(T)                                    \
    PL_ATOMIC_ALL_(atomicExch, T, value)                         \
    PL_ATOMIC_ALL_(atomicAdd, T, (T)(old + value))
#define PL_ATOMIC_INTEGERS_(T)                                   \
    PL_ATOMIC_NUMBERS_(T)                                        \
    PL_ATOMIC_ALL_(atomicMin, T, value < old ? value : old)      \
    PL_ATOMIC_ALL_(atomicMax, T, value > old ? value : old)      \
    PL_ATOMIC_ALL_(atomicAnd, T, old & value)                    \
    PL_ATOMIC_ALL_(atomicOr, T, old | value)                     \
    PL_ATOMIC_ALL_(atomicXor, T, old ^ value)

PL_ATOMIC_NUMBERS_(float)
PL_ATOMIC_NUMBERS_(double)
PL_ATOMIC_INTEGERS_(int)
PL_ATOMIC_INTEGERS_(unsigned)
PL_ATOMIC_INTEGERS_(long long)
PL_ATOMIC_INTEGERS_(unsigned long long)
PL_ATOMIC_ALL_(atomicSub, int, (int)((unsigned)old - (unsigned)value))
PL_ATOMIC_ALL_(atomicSub, unsigned, old - value)
PL_ATOMIC_ALL_(atomicInc, unsigned, old >= value ? 0 : old + 1)
PL_ATOMIC_ALL_(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
#undef PL_ATOMIC_NUMBERS_
#undef PL_ATOMIC_INTEGERS_

#define PL_ATOMIC_CAS_(name, T)                                  \
    PL_EMULATOR_UNSEEN T name(T *p, T compare, T value)          \
    {                                                            \
        pl_emulator_atomic(p, sizeof *p, PL_HERE);               \
        T old = *p;                                              \
        if (old == compare)                                      \
            *p = value;                                          \
        return old;                                              \
    }
#define PL_ATOMIC_CAS_ALL_(T)                                    \
    PL_ATOMIC_CAS_(atomicCAS, T)                                 \
    PL_ATOMIC_CAS_(atomicCAS_block, T)                           \
    PL_ATOMIC_CAS_(atomicCAS_system, T)
PL_ATOMIC_CAS_ALL_(int)
PL_ATOMIC_CAS_ALL_(unsigned)
PL_ATOMIC_CAS_ALL_(unsigned long long)
PL_ATOMIC_CAS_ALL_(unsigned short)
#undef PL_ATOMIC_CAS_ALL_

#endif
