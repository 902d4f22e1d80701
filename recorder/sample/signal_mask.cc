// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/signal_mask.h"

#include "sample/real_functions.h"
#include "sample/sample_signal.h"
#include "system.h"

namespace limpid::recorder {

namespace {

sigset_t set_of(SignalBits bits) {
  sigset_t set;
  sigemptyset(&set);
  for (int signal = 1; bits != 0; ++signal, bits >>= 1) {
    if ((bits & 1) != 0) sigaddset(&set, signal);
  }
  return set;
}

// Those of `bits` that are in the set.
SignalBits members(const sigset_t& set, SignalBits bits) {
  SignalBits found = 0;
  for (int signal = 1; bits >> (signal - 1) != 0 && signal < 64; ++signal) {
    if ((bits & bit_of(signal)) != 0 && sigismember(&set, signal) == 1) found |= bit_of(signal);
  }
  return found;
}

void apply(int how, SignalBits bits) {
  if (bits == 0) return;
  const sigset_t set = set_of(bits);
  real::pthread_sigmask(how, &set, nullptr);
}

SignalBits held(const ThreadSlot& slot) {
  return slot.held_open.load(std::memory_order_relaxed);
}

void hold(ThreadSlot* slot, SignalBits bits) {
  slot->held_open.store(bits, std::memory_order_relaxed);
}

// To whom it was sent, as far as its code tells. The kernel lets a thread name another sender only for itself, and the process
// only where no system call has made the signal.
void send_again(int number, siginfo_t* info) {
  const pid_t process = getpid();
  if (info->si_code == SI_TKILL)
    syscall(SYS_rt_tgsigqueueinfo, process, thread_id(), number, info);
  else if (info->si_code < 0)
    syscall(SYS_rt_sigqueueinfo, process, number, info);
  else
    kill(process, number);
}

// One that waits for the thread, or for the process. By a system call: the function would let the thread be cancelled here.
bool take_waiting(int number, siginfo_t* info) {
  const SignalBits set = bit_of(number);
  const timespec at_once{};
  return syscall(SYS_rt_sigtimedwait, &set, info, &at_once, sizeof set) == number;
}

// What was kept open for a signal that is no longer ours.
void repay(const SampleSignal& signal, ThreadSlot* slot) {
  const SignalBits owed = held(*slot) & ~signal.kept_open();
  hold(slot, held(*slot) & ~owed);
  apply(SIG_BLOCK, owed);
}

}  // namespace

void open_mask(const SampleSignal& signal, ThreadSlot* slot) {
  sigset_t now;
  if (real::pthread_sigmask(SIG_BLOCK, nullptr, &now) != 0) return;
  const SignalBits blocked = members(now, signal.kept_open());
  hold(slot, held(*slot) | blocked);
  apply(SIG_UNBLOCK, blocked);
}

void restore_mask(ThreadSlot* slot) {
  const SignalBits owed = held(*slot);
  hold(slot, 0);
  apply(SIG_BLOCK, owed);
}

int change_mask(const SampleSignal& signal, ThreadSlot* slot, int how, const sigset_t* set, sigset_t* old) {
  repay(signal, slot);
  const SignalBits ours = signal.kept_open();
  const SignalBits before = held(*slot);
  SignalBits wanted = 0;
  sigset_t allowed;
  if (set != nullptr) {
    wanted = members(*set, ours);
    allowed = *set;
    for (int number = 1; how != SIG_UNBLOCK && wanted >> (number - 1) != 0 && number < 64; ++number) {
      if ((wanted & bit_of(number)) != 0) sigdelset(&allowed, number);
    }
  }
  const int failed = real::pthread_sigmask(how, set == nullptr ? nullptr : &allowed, old);
  if (failed != 0) return failed;
  if (set != nullptr && how == SIG_BLOCK) hold(slot, before | wanted);
  if (set != nullptr && how == SIG_UNBLOCK) hold(slot, before & ~wanted);
  if (set != nullptr && how == SIG_SETMASK) hold(slot, wanted);
  for (int number = 1; old != nullptr && before >> (number - 1) != 0 && number < 64; ++number) {
    if ((before & bit_of(number)) != 0) sigaddset(old, number);
  }
  return 0;
}

void give_back(ThreadSlot* slot, int number) {
  const SignalBits owed = held(*slot) & bit_of(number);
  hold(slot, held(*slot) & ~owed);
  apply(SIG_BLOCK, owed);
}

void settle_mask(const SampleSignal& signal, ThreadSlot* slot, sigset_t* on_return) {
  const SignalBits owed = held(*slot) & ~signal.kept_open();
  if (owed == 0) return;
  hold(slot, held(*slot) & ~owed);
  for (int number = 1; number < 64; ++number) {
    if ((owed & bit_of(number)) != 0) sigaddset(on_return, number);
  }
}

bool believes_to_block(const ThreadSlot& slot, int number) {
  return (held(slot) & bit_of(number)) != 0;
}

void put_back(SampleSignal* signal, ThreadSlot* slot, int number, siginfo_t* info, sigset_t* on_return) {
  const ErrnoGuard keep;
  hold(slot, held(*slot) & ~bit_of(number));
  sigaddset(on_return, number);
  signal->give_way(number);
  // One of ours may have come since the handler began, and would keep the program's away.
  siginfo_t waits;
  bool ours = true;
  while (ours && take_waiting(number, &waits)) ours = SampleSignal::is_ours(waits);
  if (!ours) send_again(number, &waits);
  send_again(number, info);
}

}  // namespace limpid::recorder
