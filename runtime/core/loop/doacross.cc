// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/doacross.h"

#include <string.h>

#include "core/loop/iteration_space.h"
#include "core/loop/waiting.h"
#include "core/team/member.h"
#include "core/team/team.h"
#include "core/team/thread.h"
#include "events/spine.h"

namespace limpid::core {
namespace {

constexpr uint64_t kSpacedUnits = 4096;
constexpr uint64_t kWordsPerLine = 8;
constexpr size_t kLine = kWordsPerLine * sizeof(uint64_t);

// Where an outer iteration is: in which unit, and at which place in it.
struct Place {
  uint64_t unit;
  uint64_t offset;
};

Place place_of(const Workshare& loop, uint64_t outer, uint64_t threads) {
  switch (loop.schedule) {
    case Schedule::static_block: {
      uint64_t share = loop.space.trip / threads, rest = loop.space.trip % threads;
      uint64_t long_ones = rest * (share + 1);
      if (outer < long_ones) return {outer / (share + 1), outer % (share + 1)};
      return {rest + (outer - long_ones) / share, (outer - long_ones) % share};
    }
    case Schedule::static_chunked:
    case Schedule::shared_dynamic:
      if (loop.chunk == 1) return {outer, 0};
      return {outer / loop.chunk, outer % loop.chunk};
    default:
      return {outer, 0};
  }
}

uint64_t units_of(const Workshare& loop, uint64_t threads) {
  switch (loop.schedule) {
    case Schedule::static_block:
      return threads;
    case Schedule::static_chunked:
    case Schedule::shared_dynamic:
      return loop.chunks;
    default:
      return loop.space.trip;
  }
}

uint64_t lines_for(uint64_t units) {
  return units <= kSpacedUnits ? units : (units + kWordsPerLine - 1) / kWordsPerLine;
}

size_t counts_bytes(uint32_t dimensions) {
  return (dimensions * sizeof(uint64_t) + kLine - 1) / kLine * kLine;
}

std::atomic<uint64_t>& word_of(const Doacross& doacross, uint64_t unit) {
  if (unit < doacross.lines) [[likely]]
    return doacross.progress[unit * kWordsPerLine];
  return doacross.progress[unit % doacross.lines * kWordsPerLine + unit / doacross.lines];
}

Bell& bell_of(Team& team, uint64_t unit) {
  return team.workshares.bells[unit % WorkshareRing::kBells];
}

void note(Thread& self, const Doacross& doacross, uint64_t unit, uint64_t progress) {
  word_of(doacross, unit).exchange(progress, std::memory_order_seq_cst);  // [doacross.post]
  bell_of(*self.team, unit).ring();
}

void note_if_missing(Thread& self, const Doacross& doacross, uint64_t unit, uint64_t progress) {
  if (word_of(doacross, unit).load(std::memory_order_relaxed) < progress)
    note(self, doacross, unit, progress);
}

bool reached(const Doacross& doacross, uint64_t unit, uint64_t number) {
  return word_of(doacross, unit).load(std::memory_order_seq_cst) > number;  // [doacross.wait]
}

const Workshare* doacross_loop(const Thread& self) {
  const Workshare* loop = self.member->workshares.current;
  return loop != nullptr && loop->doacross.dimensions != 0 ? loop : nullptr;
}

void state_dependence(Thread& self, const IterationVector& iteration, events::DependenceKind kind) {
  if (!events::listening(events::Event::dependences)) [[likely]]
    return;
  // Two numbers say it all: the outer one and, if there are inner dimensions, the linear number in those.
  const events::Dependence list[] = {{iteration.outer(), kind}, {iteration.inner(), kind}};
  uint32_t count = doacross_loop(self)->doacross.dimensions > 1 ? 2 : 1;
  events::emit<events::Dependences>(self, *self.task, &list[0], count);
}

}  // namespace

size_t doacross_bytes(const Workshare& loop, uint32_t dimensions, uint64_t threads) {
  return counts_bytes(dimensions) + lines_for(units_of(loop, threads)) * kLine;
}

void set_up_doacross(Workshare& loop, uint32_t dimensions, const void* counts, uint64_t threads,
                     void* memory) {
  Doacross& doacross = loop.doacross;
  memcpy(memory, counts, dimensions * sizeof(uint64_t));
  doacross.dimensions = dimensions;
  doacross.counts = static_cast<const uint64_t*>(memory);
  doacross.inner = 1;
  for (uint32_t index = 1; index < dimensions; ++index) doacross.inner *= doacross.counts[index];
  doacross.lines = lines_for(units_of(loop, threads));
  doacross.progress =
      reinterpret_cast<std::atomic<uint64_t>*>(static_cast<char*>(memory) + counts_bytes(dimensions));
}

IterationVector::IterationVector(const Thread& self, uint64_t outer)
    : loop_(doacross_loop(self)),
      dimensions_(loop_ == nullptr ? 0 : loop_->doacross.dimensions),
      valid_(loop_ != nullptr && outer < loop_->doacross.counts[0]),
      outer_(outer) {}

void IterationVector::add(uint64_t number) {
  uint64_t count = loop_->doacross.counts[next_++];
  if (number >= count) valid_ = false;
  inner_ = inner_ * count + number;
}

void doacross_post(Thread& self, const IterationVector& iteration) {
  if (!iteration.valid()) return;
  const Workshare& loop = *doacross_loop(self);
  Place place = place_of(loop, iteration.outer(), self.team_size);
  note(self, loop.doacross, place.unit, place.offset * loop.doacross.inner + iteration.inner() + 1);
  state_dependence(self, iteration, events::DependenceKind::source);
}

void doacross_wait(Thread& self, const IterationVector& iteration) {
  if (!iteration.valid()) return;
  const Workshare& loop = *doacross_loop(self);
  Team& team = *self.team;
  Place place = place_of(loop, iteration.outer(), self.team_size);
  uint64_t number = place.offset * loop.doacross.inner + iteration.inner();
  state_dependence(self, iteration, events::DependenceKind::sink);
  if (reached(loop.doacross, place.unit, number)) return;
  StateScope waiting(self, State::wait_ordered,
                     reinterpret_cast<uint64_t>(&word_of(loop.doacross, place.unit)));
  wait_at(bell_of(team, place.unit), team.budget, [&] {
    return reached(loop.doacross, place.unit, number) || team.cancelled.load(std::memory_order_seq_cst);
  });
}

void post_whole_chunk(Thread& self) {
  const WorkshareCursor& cursor = self.member->workshares;
  if (cursor.begin == cursor.end) return;
  const Workshare& loop = *cursor.current;
  Place first = place_of(loop, cursor.begin, self.team_size);
  Place last = place_of(loop, cursor.end - 1, self.team_size);
  if (first.unit == last.unit) {
    note_if_missing(self, loop.doacross, first.unit, (last.offset + 1) * loop.doacross.inner);
    return;
  }
  for (uint64_t unit = first.unit; unit <= last.unit; ++unit) {
    note_if_missing(self, loop.doacross, unit, loop.doacross.inner);
  }
}

}  // namespace limpid::core
