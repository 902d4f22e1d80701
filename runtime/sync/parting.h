// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads of the process that wait in turn on one processor: one of them moves to another processor.
#pragma once

#include <stdint.h>

#include "platform/cpu_set.h"
#include "sync/atomic.h"

namespace limpid::sync {

// What one thread does in order not to share its processor with another thread of its team.
//
// Two threads that wait for each other in turn are never ready to run at the same time. So the kernel's
// balancer sees one ready thread, and leaves both where they are. In virtual machines wake-ups were seen to leave
// them there, too (docs/performance/launches.md). Each hand-over then costs a switch, a hundred times as long as between
// two processors, for as long as the program runs.
//
// Protocol  A thread that is about to give up its processor in a wait leaves a note there: who, and when. If
//           another thread's recent note is there, both wait in turn on this processor. Then the thread
//           removes the note, goes to a processor that it may use and that has no recent note, and notes its
//           wait there. It moves by binding itself, and takes back its own mask at once. The next attempt
//           follows after a pause, which grows as long as attempts are needed.
//           Beside other teams all processors have notes: beside those of other user threads, and beside nested ones.
//           There a thread moves to any other processor, if each of its last waits was over when its first yield
//           returned: then the awaited thread runs here.
// Orders    Notes are hints: relaxed. The thread that moves has removed the other one's note by a
//           compare-exchange [parting.claim], so of two threads that find each other only one moves. Of two that
//           find by their yields that they share a processor it is the one that counts the move.
// Units     nanoseconds of CLOCK_MONOTONIC, handed in.
// Owner     the thread.
class Parting {
 public:
  Parting() = default;
  Parting(const Parting&) = delete;
  Parting& operator=(const Parting&) = delete;

  // The calling thread, the owner, is about to sleep or to yield in a wait. True: it has moved to another
  // processor. Keeps errno and the thread's affinity mask.
  bool about_to_wait(int64_t now);

  // A wait of the owner beside other teams was over when its only yield returned. True: it has moved.
  // Keeps errno and the affinity mask.
  bool ended_by_yield(int64_t now);

  // How often threads of the process have moved. What a thread has learned about the use of its processor
  // before the last move is out of date.
  [[nodiscard]] static uint32_t moves() { return g_moves.load(std::memory_order_relaxed); }

 private:
  // A note: time in kTimeUnit (40 bits) | owner (24 bits). 0: none.
  using Note = uint64_t;

  [[nodiscard]] Note note_at(int64_t now) const;
  [[nodiscard]] bool is_mine(Note note) const;
  void withdraw_note();
  bool part(uint32_t here, Note found, int64_t now);
  bool leave(uint32_t here, int64_t now);
  bool move(const platform::CpuSet& free, const platform::CpuSet& allowed, int64_t now);
  void lengthen_pause(int64_t now);

  static bool is_recent(Note note, int64_t now);
  static bool add_free_processors(uint32_t here, int64_t now, const platform::CpuSet& allowed,
                                  platform::CpuSet& free);

  static constinit Atomic<Note> g_notes[platform::kMaxProcessors];
  static constinit Atomic<uint32_t> g_moves;

  uint32_t noted_at_ = 0;  // the processor of the thread's last note
  int64_t pause_ = 0;
  int64_t last_attempt_ = 0;
  int64_t last_by_yield_ = 0;  // when a wait was last ended by a yield
  uint32_t by_yield_ = 0;      // such waits in a row
  uint32_t row_moves_ = 0;     // moves() during that row
};

}  // namespace limpid::sync
