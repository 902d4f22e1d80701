// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/x86_64.h"

#include <cerrno>
#include <cstring>

#include <cpuid.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "system.h"

namespace limpid::recorder::unwind {

namespace {

constexpr uint8_t kSyscall[] = {0x0f, 0x05};
constexpr uint8_t kMoveToEax = 0xb8;  // mov $imm32, %eax

// DWARF number -> index in gregs.
constexpr int kGreg[kRegisters] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                   REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                   REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};

}  // namespace

Registers registers_of_context(const void* context) {
  const auto& gregs = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  Registers r;
  for (unsigned i = 0; i < kRegisters; ++i) r.set(i, static_cast<uint64_t>(gregs[kGreg[i]]));
  return r;
}

// The kernel does not say which call it broke off, but compiled code does: "mov $number, %eax; syscall".
// Where the two instructions do not stand together the call stays broken, as it would under any other signal.
bool restart_system_call(void* context) {
  auto& gregs = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (gregs[REG_RAX] != -EINTR) return false;
  const auto pc = static_cast<uint64_t>(gregs[REG_RIP]);
  uint8_t code[7];
  if (safe_copy(code, pc - sizeof code, sizeof code) != sizeof code) return false;
  if (std::memcmp(code + 5, kSyscall, sizeof kSyscall) != 0 || code[0] != kMoveToEax) return false;
  uint32_t number;
  std::memcpy(&number, code + 1, sizeof number);
  gregs[REG_RAX] = number;
  gregs[REG_RIP] -= static_cast<greg_t>(sizeof kSyscall);
  return true;
}

// Of all calls that a thread can be blocked in, only an untimed futex wait is worth a signal: it is where
// runtimes wait, and the kernel restarts it (signal(7)). Sleeps, poll, select and their like would return
// EINTR; reads may have time limits.
bool hides_signals(long number, const uint64_t (&argument)[6]) {
  if (number != SYS_futex) return false;
  const auto operation = static_cast<int>(argument[1]) & FUTEX_CMD_MASK;
  return (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) && argument[3] == 0;
}

bool frame_pointer_from_prologue(uint64_t function, uint64_t sp, uint64_t* frame_pointer) {
  uint8_t code[64];
  if (safe_copy(code, function, sizeof code) != sizeof code) return false;
  static constexpr uint8_t kEndbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, kSetUp[] = {0x55, 0x48, 0x89, 0xe5};
  const uint8_t* at = code;
  if (std::memcmp(at, kEndbr64, sizeof kEndbr64) == 0) at += sizeof kEndbr64;
  if (std::memcmp(at, kSetUp, sizeof kSetUp) != 0) return false;
  at += sizeof kSetUp;
  uint64_t below = 0;
  for (; at + 8 < code + sizeof code; below += 8) {
    if (*at == 0x53) {  // push %rbx
      at += 1;
    } else if (*at == 0x41 && at[1] >= 0x54 && at[1] <= 0x57) {  // push %r12 ... %r15
      at += 2;
    } else {
      break;
    }
  }
  if (at[0] == 0x48 && at[1] == 0x83 && at[2] == 0xec) {  // sub $imm8, %rsp
    below += at[3];
  } else if (at[0] == 0x48 && at[1] == 0x81 && at[2] == 0xec) {  // sub $imm32, %rsp
    uint32_t bytes;
    std::memcpy(&bytes, at + 3, sizeof bytes);
    below += bytes;
  }
  *frame_pointer = sp + below;
  return true;
}

bool cycles_are_steady() {
  constexpr unsigned kPowerLeaf = 0x80000007, kInvariant = 1u << 8;
  unsigned a, b, c, d;
  return __get_cpuid(kPowerLeaf, &a, &b, &c, &d) != 0 && (d & kInvariant) != 0;
}

bool same_call_site(uint64_t a, uint64_t b) {
  return a == b || a == b + sizeof kSyscall || b == a + sizeof kSyscall;
}

}  // namespace limpid::recorder::unwind
