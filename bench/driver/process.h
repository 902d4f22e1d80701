// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes on a given runtime.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

struct Launch {
  std::vector<std::string> command;
  // NAME=VALUE on top of this process's environment, from which everything that steers an OpenMP runtime is
  // taken away.
  std::vector<std::string> environment;
  int cpus = 0;      // use only the first so many of the processors available; 0 = all
  int priority = 0;  // as nice: below zero goes before other programs, and needs the privilege
  std::filesystem::path output = {};  // of a program that runs to its end; empty: /dev/null
};

// What steers a runtime on `folder`: nothing but the number of threads and, with `bind`, a place for each.
std::vector<std::string> runtime_environment(const std::filesystem::path& folder, int threads,
                                             bool bind = false);

// Runs to the end, without input and without messages.
struct Outcome {
  int status = 0;  // as wait4 gives it
  double elapsed_s = 0;
  double cpu_s = 0;  // user and system
};
Outcome run_to_end(const Launch& launch);

// A child that answers lines. It is stopped (SIGSTOP) except while it answers, so that threads which spin
// between two commands disturb nobody. Every method throws std::runtime_error if the child ended or did not
// answer in time.
class Conversation {
 public:
  explicit Conversation(const Launch& launch);
  ~Conversation();  // kills the child
  Conversation(Conversation&&) noexcept;
  Conversation& operator=(Conversation&&) = delete;

  // Sends a line (nothing if empty), returns the next line of the answer, without its end.
  std::string ask(const std::string& line, std::chrono::seconds patience);

 private:
  void stop();
  std::string read_line(std::chrono::steady_clock::time_point deadline);

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string unread_;
};

}  // namespace bench
