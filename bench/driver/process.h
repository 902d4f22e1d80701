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
  // Of a program that runs to its end:
  std::filesystem::path output = {};    // empty: /dev/null
  std::filesystem::path messages = {};  // its standard error; empty: /dev/null
  std::chrono::seconds patience{0};     // it is killed when it takes longer; 0: never
};

// The first so many of the processors that this process may use, in order. Empty: all of them, if `cpus` is 0 or the kernel
// does not say.
std::vector<int> first_cpus(int cpus);

// The calling thread, and what it starts, runs on these processors only. False: the kernel refuses. Async-signal-safe.
bool keep_cpus(const std::vector<int>& cpus);

// What steers a runtime on `folder`: nothing but the number of threads and, with `bind`, a place for each.
std::vector<std::string> runtime_environment(const std::filesystem::path& folder, int threads,
                                             bool bind = false);

// Runs to the end, without input.
struct Outcome {
  int status = 0;         // as wait4 gives it
  bool was_late = false;  // killed because it took longer than the launch's patience
  double elapsed_s = 0;
  double cpu_s = 0;           // user and system
  long context_switches = 0;  // voluntary and involuntary
  long minor_faults = 0;
  double peak_mb = 0;  // the most memory that it had at once
};
Outcome run_to_end(const Launch& launch);

// So many copies at once, timed until the last is done. What they used is added up, but the peak is the largest
// of one; the status is that of the first that failed.
Outcome run_copies_to_end(const Launch& launch, int copies);

// "ended with status 1", "killed by signal 11".
std::string describe_end(int status);

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
