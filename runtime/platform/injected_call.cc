// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry of an injected call, in assembly: it begins at any instruction of the program.
#include "platform/injected_call.h"

#include <stddef.h>

#if defined(__x86_64__)

static_assert(offsetof(InjectedCall, function) == 0 && offsetof(InjectedCall, resume_at) == 8 &&
                  offsetof(InjectedCall, stack_pointer) == 16 && offsetof(InjectedCall, busy) == 24,
              "the offsets used below");

extern "C" {

// As large as the function called needs; pages that it does not touch are never there. A signal's handler that comes
// before the function has blocked signals runs here too.
alignas(64) [[gnu::visibility("hidden"), gnu::used]] constinit char limpid_injected_stack[128 << 10] = {};

// What XSAVE writes: 11 KiB on the largest of today's processors. Its header must be zero at first, and stays valid.
alignas(64) [[gnu::visibility("hidden"), gnu::used]] constinit char limpid_injected_vectors[16 << 10] = {};
}

// Moves and pushes leave the flags alone until they are saved. No return address is on the interrupted stack, so a
// backtrace ends here.
asm(R"(
    .text
    .p2align 4
    .globl limpid_enter_injected_call
    .hidden limpid_enter_injected_call
    .type limpid_enter_injected_call, @function
limpid_enter_injected_call:
    .cfi_startproc
    .cfi_undefined %rip
    movl $1, 24+limpid_injected_call(%rip)
    movq %rsp, 16+limpid_injected_call(%rip)
    leaq 131072+limpid_injected_stack(%rip), %rsp
    pushfq
    cld
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rbx
    pushq %rbp
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movl $-1, %eax
    movl $-1, %edx
    xsave64 limpid_injected_vectors(%rip)
    callq *limpid_injected_call(%rip)
    movl $-1, %eax
    movl $-1, %edx
    xrstor64 limpid_injected_vectors(%rip)
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rbp
    popq %rbx
    popq %rdx
    popq %rcx
    popq %rax
    popfq
    movq 16+limpid_injected_call(%rip), %rsp
    movl $0, 24+limpid_injected_call(%rip)
    jmpq *8+limpid_injected_call(%rip)
    .cfi_endproc
    .size limpid_enter_injected_call, . - limpid_enter_injected_call
)");

#else

// Not there yet: `limpid record --pid` is for x86-64 alone.
extern "C" const char limpid_enter_injected_call[1] = {};

#endif
