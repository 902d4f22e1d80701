// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/injection.h"

#include <fmt/format.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "attach/permission.h"
#include "base/failure.h"

namespace limpid::cli::attach {
namespace {

// Each is stopped for some milliseconds.
constexpr size_t kMostTried = 8;

// The number of the system call that a thread sleeps in; -1 if it runs, -2 if that is not known.
long sleeps_in(pid_t pid, pid_t tid) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/syscall", pid, tid));
  std::string word;
  if (!(file >> word)) return -2;
  return word == "running" ? -1 : std::strtol(word.c_str(), nullptr, 10);
}

// Others the next time.
void take_turns(std::vector<pid_t>& threads, size_t turn) {
  if (threads.size() <= kMostTried) return;
  const size_t first = turn * kMostTried % threads.size();
  std::rotate(threads.begin(), threads.begin() + static_cast<ptrdiff_t>(first), threads.end());
  threads.resize(kMostTried);
}

// Those that sleep at a futex first: with the runtime's workers nothing can be amiss. Threads in other system calls are
// never stopped: some calls answer that a signal came when that is over.
std::vector<pid_t> candidates(pid_t pid, size_t turn) {
  std::vector<pid_t> asleep, running;
  std::error_code error;
  std::filesystem::directory_iterator entry(fmt::format("/proc/{}/task", pid), error), end;
  for (; !error && entry != end; entry.increment(error)) {
    const auto tid = static_cast<pid_t>(std::strtol(entry->path().filename().c_str(), nullptr, 10));
    const long call = sleeps_in(pid, tid);
    if (call == SYS_futex) asleep.push_back(tid);
    if (call == -1) running.push_back(tid);
  }
  take_turns(asleep, turn);
  take_turns(running, turn);
  asleep.insert(asleep.end(), running.begin(), running.end());
  return asleep;
}

}  // namespace

Injection::Injection(Target& target) : target_(target), place_(target.memory(), target.runtime()) {}

bool Injection::try_once() {
  if (!target_.request().is_entry_free()) return false;
  for (const pid_t tid : candidates(target_.pid(), turn_++))
    if (try_thread(tid)) return true;
  return false;
}

bool Injection::try_thread(pid_t tid) {
  StoppedThread thread(tid);
  if (thread.error() == EPERM)
    throw Failure(kExitBadInput, fmt::format("not permitted to trace process {}: {}", target_.pid(),
                                             why_not_permitted(target_.pid())));
  if (thread.was_halted())
    throw Failure(kExitBadInput, fmt::format("process {} is stopped: expected one that runs (kill -CONT {})",
                                             target_.pid(), target_.pid()));
  if (!place_.holds(thread)) return false;
  target_.prepare_entry(thread.program_counter());
  if (thread.go_on_at(target_.entry())) return true;
  target_.request().release_entry();
  return false;
}

}  // namespace limpid::cli::attach
