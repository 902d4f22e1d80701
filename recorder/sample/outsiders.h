// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

class RecordWriter;
class Session;
struct ThreadSlot;

// Threads of the process that no runtime has announced. Those that the program begins by pthread_create() while
// the recorder is preloaded attach themselves (thread_wrappers.cc); others are found here, by looking who is
// there. For the sampler alone.
class Outsiders {
 public:
  // Looks who is there, now and then. own: the sampler's thread. Who was there at the look before and has no
  // slot still is adopted: a thread that OpenMP has just begun is about to say so itself. Threads that come and
  // go between two looks are missed.
  void look(Session* session, pid_t own, uint64_t now);

  // A second thread of the recorder's own; 0: there is none any more.
  static void know_own(pid_t tid);
  // The thread by which somebody attached the recorder; 0: nobody did.
  static void know_attacher(pid_t tid);

  // What is told of a thread besides its samples: name, and processor time as the kernel counts it.
  void describe(ThreadSlot* slot, RecordWriter* writer, uint64_t now);
  static void ended(ThreadSlot* slot, RecordWriter* writer);

  // In a forked child.
  void forget() { *this = {}; }

 private:
  static constexpr uint32_t kMost = 256;

  bool seen_before(pid_t tid) const;

  uint64_t looked_ns_ = 0;
  pid_t seen_[kMost] = {};  // at the latest look, without a slot
  uint32_t seen_count_ = 0;
};

}  // namespace limpid::recorder
