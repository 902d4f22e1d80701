// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with ordered depend(source) and depend(sink: vector): cross-iteration dependences.
//
// Each unit that a single thread executes in order has one progress word: a chunk for schedules with chunks
// of one size, a thread's block for static without chunk, an outer iteration for guided. The word is the
// number of iterations (of all dimensions, counted inside the unit) up to and including the last one posted.
// A sink waits until the word is larger than its own number. When a chunk ends, its unit counts as posted in
// full, so an iteration without a source blocks no thread.
//
// A sink in the thread's own chunk has been executed already. The cursor keeps these as its quiet iterations,
// for which a sink returns at once. There are none if dependences were observed when the chunk was taken:
// then each sink emits its event.
//
// Orders   [doacross.post] release store, or seq_cst exchange without a process fence; pairs with
//          [doacross.wait] seq_cst load. Sleepers wait at the bell of the unit, after a process fence
//          that stands in for the fence which the release store lacks.
// Memory   in the construct's block. Up to kSpacedUnits words have a cache line each. With more words,
//          neighbours are still on different lines, because different threads write and read
//          neighbours at the same time. Words are adjacent only if two threads alternate in single
//          iterations.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "core/loop/loop.h"

namespace limpid::core {

// Bytes of the block that the dimensions and progress words of the requested loop need.
size_t doacross_bytes(const Workshare& loop, const LoopRequest& request, uint64_t threads);

// Fills in loop.doacross as requested. memory: doacross_bytes() of it, zeroed. The schedule, chunk and space
// of the loop are set.
void set_up_doacross(Workshare& loop, const LoopRequest& request, uint64_t threads, void* memory);

// The doacross loop that the thread is in, or null.
inline const Workshare* doacross_loop(const Thread& self) {
  const Workshare* loop = self.member->workshares.current;
  return loop != nullptr && loop->doacross_loop ? loop : nullptr;
}

// An iteration of the loop: its number in the outer dimension, and its linear number in the inner ones. Small
// enough for registers.
struct Iteration {
  uint64_t outer;
  uint64_t inner;
};

// An iteration vector, passed number by number. Valid while every number is within its dimension.
class IterationVector {
 public:
  IterationVector(const Thread& self, uint64_t outer) : loop_(doacross_loop(self)), outer_(outer) {
    if (loop_ == nullptr) return;
    dimensions_ = loop_->doacross.dimensions;
    valid_ = outer < loop_->space.trip;
  }
  bool wants_more() const { return next_ < dimensions_; }
  uint64_t next_count() const {
    LIMPID_DCHECK(wants_more());
    return loop_->doacross.counts[next_];  // of the dimension that comes next
  }
  void add(uint64_t number) {
    LIMPID_DCHECK(wants_more());
    uint64_t count = loop_->doacross.counts[next_++];
    if (number >= count) valid_ = false;
    inner_ = inner_ * count + number;
  }

  bool valid() const { return valid_; }
  Iteration iteration() const {
    LIMPID_DCHECK(valid_ && inner_ < loop_->doacross.inner);
    return {outer_, inner_};
  }

 private:
  const Workshare* loop_;
  uint32_t dimensions_ = 0;
  uint32_t next_ = 1;
  bool valid_ = false;
  uint64_t outer_;
  uint64_t inner_ = 0;
};

// At which threads sleep that wait for the unit.
inline sync::Bell& bell_of(Team& team, const DoacrossUnit& unit) {
  const uint64_t bell = policy::enabled(policy::several_bells) ? unit.number % WorkshareRing::kBells : 0;
  return team.workshares.bells[bell];
}

// A post where there is a process fence. The waiter polls this word's line, so an RMW would stall for a transfer each time; a
// store is buffered. The fence that the store lacks is executed by the sleeper: see await_source. [doacross.post]
inline void store_progress(Team& team, const DoacrossUnit& unit, uint64_t progress) {
  unit.word->store(progress, std::memory_order_release);
  std::atomic_signal_fence(std::memory_order_seq_cst);  // pairs with process_fence() in await_source
  bell_of(team, unit).ring();
}

// A single thread executes all iterations in order: sources and sinks have no effect unless they are
// observed.
template <class A>
inline bool alone_in_doacross(const Thread& self) {
  return !A::kEmits && self.team_size == 1;
}

// depend(source): the calling thread's iteration is done as far as others depend on it. Built for
// events::Observed and events::Unobserved.
template <class A>
void doacross_post(Thread& self, Iteration iteration);
template <class A>
inline void doacross_post(Thread& self, const IterationVector& vector) {
  if (vector.valid()) doacross_post<A>(self, vector.iteration());
}

// Sinks in this outer iteration wait for nothing and are not observed: see quiet_begin of the cursor. Callers
// test it before they decode the rest of a vector.
inline bool is_silent(const Thread& self, uint64_t outer) {
  const WorkshareCursor& cursor = self.member->workshares;
  return outer - cursor.doacross.quiet_begin < cursor.doacross.quiet_count;
}

// depend(sink): waits for the source of that iteration. A vector outside the loop is no dependence.
void doacross_wait(Thread& self, Iteration iteration);
inline void doacross_wait(Thread& self, const IterationVector& vector) {
  if (vector.valid()) doacross_wait(self, vector.iteration());
}

// The member's chunk is over: everything in it counts as posted.
void post_whole_chunk(Thread& self);

}  // namespace limpid::core
