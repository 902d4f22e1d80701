// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/layout.h"

namespace limpid::cli::record {

// A process that came of the program that was started on Limpid, and that loaded another OpenMP runtime and
// not ours.
struct Stray {
  pid_t pid = 0;
  std::string program;  // its executable
  std::string runtime;  // path of the runtime that it loaded
  bool named = false;   // its LD_PRELOAD names our runtime, and its loader did not take it
};

// What a user has to know about it, and what to do. `command`: the word behind `limpid`.
std::string describe(const Stray& stray, const std::string& command);

// A process and its descendants, seen from outside by what /proc says: a launcher may give them an
// environment of its own, and in a process without our libraries nobody can speak for us.
class Chain {
 public:
  explicit Chain(pid_t root, const Layout& layout);
  ~Chain();
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  // The first stray that lives now.
  std::optional<Stray> look() const;

  // Looks again and again: at once when somebody opens one of the system's OpenMP runtimes, otherwise ever
  // more rarely. Comes back with the first stray, or with none as soon as the root has ended (or cannot be
  // watched).
  std::optional<Stray> watch();

  // Nothing is watched any more, and what the kernel takes to forget it delays nobody.
  void leave();

  // The descriptors that watch() needs; -1: none. They are closed by exec.
  int process() const { return process_; }
  int opened() const { return opened_; }

 private:
  bool wait(int milliseconds, bool* somebody_opened) const;

  pid_t root_;
  const Layout& layout_;
  int process_ = -1;  // pidfd of the root
  int opened_ = -1;   // inotify: the system's runtimes
};

}  // namespace limpid::cli::record
