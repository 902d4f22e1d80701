// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call of a function with a number of arguments that is known only at run time, in assembly.
// C++ cannot express such a call. Words that do not fit into registers go onto the stack, last word first.
#include "platform/variadic_call.h"

static_assert(offsetof(limpid::platform::VariadicCall, frame_pointer) == 5 * sizeof(void*),
              "the offsets used below");

#if defined(__x86_64__)
asm(R"(
    .text
    .p2align 4
    .globl limpid_call_words
    .hidden limpid_call_words
    .type limpid_call_words, @function
limpid_call_words:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $16, %rsp
    movq 40(%rdi), %rax
    movq %rbp, (%rax)
    movq (%rdi), %r11
    movq 24(%rdi), %r10
    movq 32(%rdi), %rax
    movq 16(%rdi), %rsi
    movq 8(%rdi), %rdi
    subq $4, %rax
    jbe 2f
    testb $1, %al
    jz 1f
    subq $8, %rsp
1:  pushq 24(%r10,%rax,8)
    decq %rax
    jnz 1b
2:  movq (%r10), %rdx
    movq 8(%r10), %rcx
    movq 16(%r10), %r8
    movq 24(%r10), %r9
    xorl %eax, %eax
    callq *%r11
    leave
    .cfi_restore %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size limpid_call_words, . - limpid_call_words
)");
#elif defined(__aarch64__)
asm(R"(
    .text
    .p2align 4
    .globl limpid_call_words
    .hidden limpid_call_words
    .type limpid_call_words, %function
limpid_call_words:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    .cfi_def_cfa x29, 16
    sub sp, sp, #16
    ldr x10, [x0, #40]
    str x29, [x10]
    ldr x9, [x0]
    ldp x10, x11, [x0, #24]
    ldp x0, x1, [x0, #8]
    subs x11, x11, #6
    b.ls 2f
    add x12, x11, #1
    and x12, x12, #-2
    sub sp, sp, x12, lsl #3
    add x13, x10, #40
1:  ldr x14, [x13, x11, lsl #3]
    sub x15, x11, #1
    str x14, [sp, x15, lsl #3]
    subs x11, x11, #1
    b.ne 1b
2:  ldp x2, x3, [x10]
    ldp x4, x5, [x10, #16]
    ldp x6, x7, [x10, #32]
    blr x9
    mov sp, x29
    ldp x29, x30, [sp], #16
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa sp, 0
    ret
    .cfi_endproc
    .size limpid_call_words, . - limpid_call_words
)");
#else
#error "limpid_call_words is to be written for this processor"
#endif
