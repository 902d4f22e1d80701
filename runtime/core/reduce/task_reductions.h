// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions in which tasks take part: each thread has a private copy of every list item, found through the
// taskgroup that the task belongs to.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/run/taskgroup.h"

namespace limpid::core {

// The descriptor as the compiler lays it out and later reads it: words, most of them for the compiler's own
// use.
class ReductionDescriptor {
 public:
  explicit ReductionDescriptor(uintptr_t* words) : words_(words) {}

  explicit operator bool() const { return words_ != nullptr; }
  uintptr_t* words() const { return words_; }

  uintptr_t items() const { return words_[0]; }
  uintptr_t bytes_per_thread() const { return words_[1]; }
  uintptr_t original(uintptr_t item) const { return words_[7 + 3 * item]; }
  uintptr_t offset(uintptr_t item) const { return words_[8 + 3 * item]; }

  // The private copies, once registered.
  uintptr_t begin() const { return words_[2]; }
  uintptr_t end() const { return words_[6]; }
  // Before that the same word holds their alignment.
  uintptr_t alignment() const { return words_[2]; }
  void set_copies(uintptr_t begin, uintptr_t end) {
    words_[2] = begin;
    words_[6] = end;
  }

  // The compiler chains the descriptors of one construct; the runtime links the last one to the enclosing
  // construct's.
  ReductionDescriptor next() const { return ReductionDescriptor(reinterpret_cast<uintptr_t*>(words_[4])); }
  void set_next(ReductionDescriptor next) { words_[4] = reinterpret_cast<uintptr_t>(next.words_); }
  // Marks the first descriptor of a construct.
  bool heads_construct() const { return words_[5] != 0; }
  void set_heads_construct(bool heads) { words_[5] = heads ? 1 : 0; }

 private:
  uintptr_t* words_;
};

// taskgroup with task_reduction: copies for self's team, in the current task's innermost group.
void register_in_group(Thread& self, uintptr_t* descriptor);

// Frees the copies of a construct. The caller has combined them.
void release_reductions(uintptr_t* descriptor);

// in_reduction: replaces each of the count addresses, of an original list item (or inside one) or of any
// thread's copy, by the address in self's copy. originals (may be null) receives the addresses of the first
// original_count original items.
void find_copies(Thread& self, size_t count, size_t original_count, void** addresses, void** originals);

// parallel with reduction(task, ...): prepares the team before it starts; group must outlive the region.
void register_for_team(Team& team, TaskGroup& group, uintptr_t* descriptor);

// Worksharing with reduction(task, ...). Each thread of the team has its own copy of the descriptor. The
// first thread to arrive registers its own, before the others proceed; then each thread begins with its own
// and the registered one. Each thread leaves the construct when its tasks are complete and, if it is thread 0,
// when it has combined the copies. No thread may use the list items before that: see
// end_workshare_reductions() in core/barrier/workshare_end.h.
void register_workshare_reductions(Team& team, uintptr_t* descriptor);
void begin_workshare_reductions(Thread& self, uintptr_t* descriptor, uintptr_t* registered);
void leave_workshare_reductions(Thread& self);

}  // namespace limpid::core
