// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>

namespace limpid::cli::attach {

// Waits for another process, and hears when the user has enough. One at a time.
class Until {
 public:
  explicit Until(pid_t pid);
  ~Until();
  Until(const Until&) = delete;
  Until& operator=(const Until&) = delete;

  // Sleeps that long, or until the process has ended or the user says so (ctrl-C, SIGTERM, SIGHUP).
  void sleep(std::chrono::milliseconds time);
  bool process_ended() const { return ended_; }
  static bool user_ended();

 private:
  int descriptor_;  // pidfd; -1: the kernel has none
  bool ended_ = false;
};

}  // namespace limpid::cli::attach
