// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

#include "profile.h"

namespace limpid::recorder {

class RecordWriter;
class ThreadRegistry;

// Threads of the process that nobody announced: no runtime, and no construct that they met. They are not
// sampled; that they are there is written down. For the sampler alone.
class Outsiders {
 public:
  // Looks who is there. own: the sampler's thread, 0 if it is gone. Threads that come and go between two
  // looks are missed.
  void look(const ThreadRegistry& threads, RecordWriter* writer, pid_t own, uint64_t now);

  // A second thread of the recorder's own; 0: there is none any more.
  static void know_own(pid_t tid);

  // In a forked child: another file.
  void forget() { count_ = 0; }

 private:
  static constexpr uint32_t kMost = 256;

  profile::OutsiderRecord* find(pid_t tid);
  void note(pid_t tid, RecordWriter* writer, uint64_t now);

  profile::OutsiderRecord* records_[kMost] = {};
  uint32_t count_ = 0;
};

}  // namespace limpid::recorder
