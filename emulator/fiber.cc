// fiber.cc -- switches from one stack to another, within one thread of the host.

#include "emulator.h"

// pl_emulator_switch(save, go_on): saves the callee-saved registers on this stack and the stack pointer in *save, and
// returns on the stack whose pointer is go_on.
#if defined(__x86_64__)
__asm__(".text\n.globl pl_emulator_switch\n.type pl_emulator_switch, @function\npl_emulator_switch:\n"
        "    push %rbp\n    push %rbx\n    push %r12\n    push %r13\n    push %r14\n    push %r15\n"
        "    mov %rsp, (%rdi)\n    mov %rsi, %rsp\n"
        "    pop %r15\n    pop %r14\n    pop %r13\n    pop %r12\n    pop %rbx\n    pop %rbp\n    ret\n"
        ".size pl_emulator_switch, . - pl_emulator_switch\n");
enum { SAVED_WORDS = 6 };
#elif defined(__aarch64__)
__asm__(".text\n.globl pl_emulator_switch\n.type pl_emulator_switch, %function\npl_emulator_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp]\n    stp x21, x22, [sp, #16]\n    stp x23, x24, [sp, #32]\n    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n    stp x29, x30, [sp, #80]\n    stp d8, d9, [sp, #96]\n    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n    str x9, [x0]\n    mov sp, x1\n"
        "    ldp x19, x20, [sp]\n    ldp x21, x22, [sp, #16]\n    ldp x23, x24, [sp, #32]\n    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n    ldp x29, x30, [sp, #80]\n    ldp d8, d9, [sp, #96]\n    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n    ret\n"
        ".size pl_emulator_switch, . - pl_emulator_switch\n");
#else
#error "the emulator needs a few lines of assembler for this processor: see pl_emulator_switch"
#endif

namespace emulator {

void *new_fiber(char *stack, size_t bytes, void (*entry)())
{
    Address top = (reinterpret_cast<Address>(stack) + bytes) & ~Address(63);
    void **sp = reinterpret_cast<void **>(top);
#if defined(__x86_64__)
    *--sp = nullptr;  // the return address of entry, which does not return
    *--sp = reinterpret_cast<void *>(entry);
    for (int i = 0; i < SAVED_WORDS; i++)
        *--sp = nullptr;
#else
    sp -= 20;
    memset(sp, 0, 160);
    sp[11] = reinterpret_cast<void *>(entry);
#endif
    return sp;
}

}  // namespace emulator
