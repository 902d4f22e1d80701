// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the unwinder knows about the processor: x86-64, System V. Another processor gets a file like this one,
// with the same names.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::recorder::unwind {

// DWARF register numbers.
inline constexpr unsigned kRegisters = 17;
inline constexpr unsigned kFramePointer = 6;
inline constexpr unsigned kStackPointer = 7;
inline constexpr unsigned kReturnAddress = 16;

// Registers that a call preserves, in the order of Rule::saved.
inline constexpr unsigned kPreserved[] = {3, 6, 12, 13, 14, 15};
inline constexpr unsigned kPreservedCount = sizeof kPreserved / sizeof kPreserved[0];

// A call pushes the return address: it lies just below the canonical frame address.
inline constexpr int64_t kReturnAddressOffset = -8;

struct Registers {
  uint64_t value[kRegisters] = {};
  uint32_t known = 0;  // bit per register

  bool has(unsigned n) const { return n < kRegisters && (known >> n & 1) != 0; }
  void set(unsigned n, uint64_t v) {
    value[n] = v;
    known |= 1u << n;
  }
  void forget(unsigned n) { known &= ~(1u << n); }
  uint64_t pc() const { return value[kReturnAddress]; }
  uint64_t sp() const { return value[kStackPointer]; }
};

// Registers of interrupted code, from a handler's third argument.
Registers registers_of_context(const void* context);

// If the interrupted code was at the return from a system call that this very signal has cut short (EINTR),
// makes it call again with the same arguments and answers true. Only for signals that the program must not
// notice.
bool restart_system_call(void* context);

// The processor's cycle counter, and whether it runs at one speed on all cores at all times (so that
// differences are times).
[[gnu::always_inline]] inline uint64_t read_cycles() {
  return __builtin_ia32_rdtsc();
}
bool cycles_are_steady();

// Registers of the caller of this function, as they are right after the call.
[[gnu::always_inline]] inline Registers registers_here() {
  uint64_t v[8] = {};
  asm volatile(
      "leaq 0(%%rip), %%rax\n\tmovq %%rax, 0(%0)\n\tmovq %%rsp, 8(%0)\n\tmovq %%rbp, 16(%0)\n\tmovq %%rbx, "
      "24(%0)\n\t"
      "movq %%r12, 32(%0)\n\tmovq %%r13, 40(%0)\n\tmovq %%r14, 48(%0)\n\tmovq %%r15, 56(%0)"
      :
      : "r"(v)
      : "rax", "memory");
  Registers r;
  r.set(kReturnAddress, v[0]);
  r.set(kStackPointer, v[1]);
  r.set(kFramePointer, v[2]);
  r.set(3, v[3]);
  for (unsigned i = 12; i < 16; ++i) r.set(i, v[i - 8]);
  return r;
}

// True if a thread blocked in this system call does not notice a signal whose handler is installed with
// SA_RESTART. `argument` are the call's arguments as the kernel shows them.
bool hides_signals(long number, const uint64_t (&argument)[6]);

// Frame pointer of a function that is known to be stopped at a call, from the stack pointer there and the
// function's first instructions, if they are the usual "push %rbp; mov %rsp,%rbp; push ...; sub $n,%rsp". For
// threads whose registers cannot be had.
bool frame_pointer_from_prologue(uint64_t function, uint64_t sp, uint64_t* frame_pointer);

// What the instructions behind a call say of the frame that they leave. Code that a program makes while it runs
// has no unwind table, but much of it returns soon after its only call (an interpreter's trampolines).
struct Epilogue {
  uint64_t frame_bytes = 0;  // from the stack pointer after the call to the return address
  unsigned popped = 0;       // how many registers are restored on the way
  struct {
    unsigned number;  // as DWARF has it
    uint64_t offset;  // of its saved value, from the stack pointer after the call
  } registers[6];
};

// Of an address that a call returns to: reads its code (which may not be there). `call`: whether a call
// instruction ends at the address; `epilogue`: whether the code from there on is a plain way out, read to `out`.
struct ReturnPoint {
  bool call = false;
  bool epilogue = false;
};
ReturnPoint look_at_return(uint64_t address, Epilogue* out);

// Some code addresses in a blocked thread are known only as "the instruction after the system call", others
// as the call itself (when it is about to be restarted). True if the two mean the same call.
bool same_call_site(uint64_t a, uint64_t b);

}  // namespace limpid::recorder::unwind
