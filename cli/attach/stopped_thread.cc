// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one part of attaching that knows the processor: which register is the program counter, and how the kernel marks a
// system call that it means to restart.
#include "attach/stopped_thread.h"

#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

namespace limpid::cli::attach {
namespace {

constexpr int kEventStop =
    128;  // PTRACE_EVENT_STOP: of <linux/ptrace.h>, which does not go with <sys/ptrace.h>
constexpr int kGetRseqConfiguration = 0x420f;  // PTRACE_GET_RSEQ_CONFIGURATION
constexpr long kPatienceNs = 100'000'000;
constexpr long kLookNs = 100'000;

// ERESTARTSYS, ERESTARTNOINTR, ERESTARTNOHAND, ERESTART_RESTARTBLOCK: the kernel's own, never seen by programs.
bool means_restart(long result) {
  return result == -512 || result == -513 || result == -514 || result == -516;
}

#if defined(__x86_64__)
constexpr unsigned long kUserCode64 = 0x33;

bool read_registers(pid_t tid, user_regs_struct* registers) {
  return ptrace(PTRACE_GETREGS, tid, nullptr, registers) == 0;
}
#endif

// Whether the thread is inside of a restartable sequence. Kernels that cannot say have threads that hardly use them.
bool in_restartable_sequence(pid_t tid) {
  struct {
    uint64_t address;
    uint32_t size, signature, flags, padding;
  } configuration{};
  const auto request = static_cast<__ptrace_request>(kGetRseqConfiguration);
  if (ptrace(request, tid, sizeof configuration, &configuration) <= 0 || configuration.address == 0)
    return false;
  constexpr uint64_t kSequenceOffset = 8;  // struct rseq: rseq_cs
  errno = 0;
  const long sequence = ptrace(PTRACE_PEEKDATA, tid, configuration.address + kSequenceOffset, nullptr);
  return errno == 0 && sequence != 0;
}

}  // namespace

StoppedThread::StoppedThread(pid_t tid) : tid_(tid) {
  if (ptrace(PTRACE_SEIZE, tid, nullptr, nullptr) != 0) {
    error_ = errno;
    return;
  }
  seized_ = true;
  if (ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr) != 0) {
    error_ = errno;
    return;
  }
  stopped_ = wait_for_stop();
}

// A signal that comes at the same moment stops it too, and is handed on when it goes on.
bool StoppedThread::wait_for_stop() {
  for (long waited = 0; waited < kPatienceNs; waited += kLookNs) {
    int status = 0;
    const pid_t found = waitpid(tid_, &status, __WALL | WNOHANG);
    if (found == tid_ && WIFSTOPPED(status)) {
      if (status >> 16 != kEventStop)
        pending_signal_ = WSTOPSIG(status);
      else
        halted_ = WSTOPSIG(status) != SIGTRAP;
      return true;
    }
    if (found != 0) {
      seized_ = false;  // it has ended
      error_ = ESRCH;
      return false;
    }
    const timespec pause{0, kLookNs};
    nanosleep(&pause, nullptr);
  }
  error_ = ETIMEDOUT;
  return false;
}

// A thread can be let go only while it stands; one that does not stop is let go by the kernel when this process ends, and
// before that stops once more, for which waitpid() is asked.
StoppedThread::~StoppedThread() {
  if (!seized_) return;
  if (!stopped_ && !(stopped_ = wait_for_stop())) return;
  ptrace(PTRACE_DETACH, tid_, nullptr, static_cast<long>(pending_signal_));
}

#if defined(__x86_64__)

bool StoppedThread::in_system_call() const {
  user_regs_struct registers{};
  return read_registers(tid_, &registers) && static_cast<long>(registers.orig_rax) >= 0 &&
         means_restart(static_cast<long>(registers.rax));
}

long StoppedThread::system_call() const {
  user_regs_struct registers{};
  return read_registers(tid_, &registers) ? static_cast<long>(registers.orig_rax) : -1;
}

uint64_t StoppedThread::program_counter() const {
  user_regs_struct registers{};
  return read_registers(tid_, &registers) ? registers.rip : 0;
}

bool StoppedThread::is_plain() const {
  user_regs_struct registers{};
  return stopped_ && !halted_ && pending_signal_ == 0 && read_registers(tid_, &registers) &&
         registers.cs == kUserCode64 && !in_restartable_sequence(tid_);
}

bool StoppedThread::go_on_at(uint64_t entry) {
  user_regs_struct registers{};
  if (!read_registers(tid_, &registers)) return false;
  if (static_cast<long>(registers.orig_rax) >= 0 && means_restart(static_cast<long>(registers.rax)))
    registers.rax = static_cast<unsigned long>(-EINTR);
  registers.orig_rax = static_cast<unsigned long>(-1);  // nothing to restart
  registers.rip = entry;
  return ptrace(PTRACE_SETREGS, tid_, nullptr, &registers) == 0;
}

#else
#error "limpid record --pid knows the registers of x86-64 only"
#endif

}  // namespace limpid::cli::attach
