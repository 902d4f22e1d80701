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

// The longest call: a prefix, the operation, its address form, 32 bits of displacement.
constexpr size_t kBeforeReturn = 8, kBehindReturn = 32;

// call *register or *memory: the operation's byte, and what its second one says.
bool is_indirect_call(const uint8_t* at, size_t bytes) {
  if (at[0] != 0xff || (at[1] >> 3 & 7) != 2) return false;
  const unsigned mode = at[1] >> 6, base = at[1] & 7;
  const size_t index = mode != 3 && base == 4 ? 1 : 0;
  const bool wide = mode == 2 || (mode == 0 && base == 5);
  return bytes == 2 + index + (wide ? 4u : mode == 1 ? 1u : 0u);
}

// `end`: kBeforeReturn readable bytes lie before it.
bool call_ends_at(const uint8_t* end) {
  if (end[-5] == 0xe8) return true;
  for (size_t bytes = 2; bytes <= 7; ++bytes) {
    if (is_indirect_call(end - bytes, bytes)) return true;
  }
  return false;
}

// add $n, %rsp: its length, 0 if it is none.
size_t read_release(const uint8_t* at, uint64_t* bytes) {
  if (at[0] != 0x48 || at[2] != 0xc4) return 0;
  int32_t n;
  if (at[1] == 0x83) {
    *bytes = at[3];
    return at[3] < 0x80 ? 4 : 0;
  }
  if (at[1] != 0x81) return 0;
  std::memcpy(&n, at + 3, sizeof n);
  *bytes = static_cast<uint64_t>(n);
  return n >= 0 ? 7 : 0;
}

// pop of a register that calls preserve: its length, 0 if it is none.
size_t read_pop(const uint8_t* at, unsigned* number) {
  if (at[0] == 0x5b || at[0] == 0x5d) {
    *number = at[0] == 0x5b ? 3 : kFramePointer;
    return 1;
  }
  if (at[0] != 0x41 || at[1] < 0x5c || at[1] > 0x5f) return 0;
  *number = at[1] - 0x50u;
  return 2;
}

// "add $n, %rsp; pop ...; ret", with the first two at will.
bool read_epilogue(const uint8_t* at, const uint8_t* end, Epilogue* out) {
  *out = {};
  constexpr size_t kLongest = 7;
  uint64_t bytes = 0;
  at += read_release(at, &bytes);
  out->frame_bytes = bytes;
  while (at + kLongest <= end && out->popped < sizeof out->registers / sizeof out->registers[0]) {
    unsigned number;
    const size_t length = read_pop(at, &number);
    if (length == 0) break;
    out->registers[out->popped++] = {number, out->frame_bytes};
    out->frame_bytes += 8;
    at += length;
  }
  return *at == 0xc3;
}

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

ReturnPoint look_at_return(uint64_t address, Epilogue* out) {
  constexpr uint64_t kPage = 4096;
  uint8_t code[kBeforeReturn + kBehindReturn] = {};
  uint8_t* const at = code + kBeforeReturn;
  // Behind the code there may be nothing, and before it neither.
  bool there = safe_copy(code, address - kBeforeReturn, sizeof code) > kBeforeReturn;
  if (const uint64_t before = address % kPage; !there && before < kBeforeReturn) {
    there = safe_copy(at - before, address - before, before + kBehindReturn) > before;
  }
  if (!there) return {};
  return {call_ends_at(at), read_epilogue(at, code + sizeof code, out)};
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
