// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as numeric libraries have them: written by hand, without unwind information, so that a debugger
// finds nothing sensible behind their frame. One leaves zeros on the stack, the other uses the frame pointer
// to compute.
#include <omp.h>
#include <unistd.h>

int g_inside = 0;

void zeros_on_the_stack(void);
void frame_pointer_in_use(void);
__asm__(
    ".text\n"
    ".type zeros_on_the_stack, @function\n"
    "zeros_on_the_stack:\n"
    "  push $0\n"
    "  push $0\n"
    "  lock incl g_inside(%rip)\n"
    "1: pause\n"
    "  jmp 1b\n"
    ".size zeros_on_the_stack, .-zeros_on_the_stack\n"
    ".type frame_pointer_in_use, @function\n"
    "frame_pointer_in_use:\n"
    "  push %rbp\n"
    "  mov %rsp, %rbp\n"
    "  mov $12, %rbp\n"
    "  lock incl g_inside(%rip)\n"
    "1: pause\n"
    "  jmp 1b\n"
    ".size frame_pointer_in_use, .-frame_pointer_in_use\n");

void both_inside(void) {}

int main(void) {
  omp_set_num_threads(3);
#pragma omp parallel
  {
    const int self = omp_get_thread_num();
    if (self == 1) zeros_on_the_stack();
    if (self == 2) frame_pointer_in_use();
    while (__atomic_load_n(&g_inside, __ATOMIC_ACQUIRE) != 2) usleep(1000);
    both_inside();
  }
  return 0;
}
