// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace limpid::cli::attach {

// A thread of another process, stopped for a moment; it goes on when this object ends, also when this process does.
class StoppedThread {
 public:
  // No signal is used, and a system call that the thread sleeps in goes on afterwards, as the kernel restarts it.
  explicit StoppedThread(pid_t tid);
  ~StoppedThread();
  StoppedThread(const StoppedThread&) = delete;
  StoppedThread& operator=(const StoppedThread&) = delete;

  // False: it is gone, somebody else traces it, or it does not stop (it is asleep in the kernel where nothing disturbs it).
  bool is_stopped() const { return stopped_; }
  // Why not, as an errno: EPERM is another tracer's doing, or the kernel's.
  int error() const { return error_; }
  // Stopped already, with its process, by a signal such as SIGSTOP.
  bool was_halted() const { return halted_; }

  pid_t tid() const { return tid_; }
  bool in_system_call() const;  // which the kernel will restart, or end early
  long system_call() const;     // its number
  uint64_t program_counter() const;
  // Code of 64 bits, and in no sequence that must be restarted from its beginning when it is interrupted (rseq).
  bool is_plain() const;

  // The thread goes on at `entry`, and what is at the program counter has to wait. A system call ends early: it answers
  // that a signal came. False: that could not be done.
  bool go_on_at(uint64_t entry);

 private:
  struct Registers;
  bool wait_for_stop();

  pid_t tid_;
  bool seized_ = false, stopped_ = false, halted_ = false;
  int error_ = 0;
  int pending_signal_ = 0;  // to be delivered when it goes on
};

}  // namespace limpid::cli::attach
