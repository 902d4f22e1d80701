// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where threads of the process wait, and how one of two moves to another processor.
#include "sync/parting.h"

#include <algorithm>

#include "base/check.h"
#include "platform/affinity.h"
#include "platform/keeps_errno.h"
#include "platform/processor.h"
#include "sync/policy.h"

namespace limpid::sync {
namespace {

constexpr int64_t kTimeUnit = 1 << 16;  // nanoseconds
constexpr int kOwnerBits = 24;
constexpr uint64_t kOwners = (uint64_t{1} << kOwnerBits) - 1;
constexpr uint64_t kTimes = ~uint64_t{0} >> kOwnerBits;

}  // namespace

constinit Atomic<Parting::Note> Parting::g_notes[platform::kMaxProcessors];
constinit Atomic<uint32_t> Parting::g_moves{0};

// Threads are told apart by their address. If two were the same, they would not part.
Parting::Note Parting::note_at(int64_t now) const {
  const uint64_t owner = reinterpret_cast<uintptr_t>(this) / alignof(Parting) & kOwners;
  return static_cast<uint64_t>(now / kTimeUnit) << kOwnerBits | owner;
}

bool Parting::is_mine(Note note) const {
  return ((note ^ note_at(0)) & kOwners) == 0;
}

bool Parting::is_recent(Note note, int64_t now) {
  const uint64_t age = (static_cast<uint64_t>(now / kTimeUnit) - (note >> kOwnerBits)) & kTimes;
  return note != 0 && age <= policy::kNoteValidityNs / kTimeUnit;
}

bool Parting::about_to_wait(int64_t now) {
  if (!policy::enabled(policy::parting)) return false;
  const uint32_t here = platform::current_processor() % platform::kMaxProcessors;
  if (here != noted_at_) withdraw_note();
  const Note found = g_notes[here].load(std::memory_order_relaxed);
  const bool recent = is_recent(found, now);
  if (recent && !is_mine(found)) {
    if (now - last_attempt_ >= pause_ && part(here, found, now)) return true;
  } else if (recent && is_recent(found, now + policy::kNoteValidityNs / 2)) {
    return false;  // the thread's own, and new enough: the line is not written
  }
  g_notes[here].store(note_at(now), std::memory_order_relaxed);
  noted_at_ = here;
  return false;
}

void Parting::withdraw_note() {
  Note note = g_notes[noted_at_].load(std::memory_order_relaxed);
  if (is_mine(note)) g_notes[noted_at_].compare_exchange_strong(note, 0, std::memory_order_relaxed);
}

bool Parting::part(uint32_t here, Note found, int64_t now) {
  lengthen_pause(now);
  const platform::KeepsErrno keeps_errno;
  platform::CpuSet allowed;
  platform::CpuSet free;
  const bool moved =
      platform::affinity_of_this_thread(allowed) && add_free_processors(here, now, allowed, free) &&
      g_notes[here].compare_exchange_strong(found, 0, std::memory_order_relaxed) &&  // [parting.claim]
      move(free, allowed, now);
  if (moved) g_moves.fetch_add(1, std::memory_order_relaxed);
  return moved;
}

// Binds the thread to one of the free processors, and takes its own mask back.
bool Parting::move(const platform::CpuSet& free, const platform::CpuSet& allowed, int64_t now) {
  if (!platform::bind_this_thread(free)) return false;
  platform::bind_this_thread(allowed);
  noted_at_ = platform::current_processor() % platform::kMaxProcessors;
  g_notes[noted_at_].store(note_at(now), std::memory_order_relaxed);
  return true;
}

// A yield to a thread of another team may end a wait by chance, but not many times in a row.
bool Parting::ended_by_yield(int64_t now) {
  if (!policy::enabled(policy::parting)) return false;
  LIMPID_DCHECK(now >= last_by_yield_);
  const uint32_t moves = Parting::moves();
  const bool in_row = now - last_by_yield_ <= policy::kYieldRowNs && moves == row_moves_;
  by_yield_ = in_row ? by_yield_ + 1 : 1;
  last_by_yield_ = now;
  row_moves_ = moves;
  if (by_yield_ < policy::kYieldsInRow || now - last_attempt_ < pause_) return false;
  by_yield_ = 0;
  return leave(platform::current_processor() % platform::kMaxProcessors, now);
}

// The move is counted before it is made: the count tells which of two threads makes it.
bool Parting::leave(uint32_t here, int64_t now) {
  lengthen_pause(now);
  const platform::KeepsErrno keeps_errno;
  platform::CpuSet allowed;
  if (!platform::affinity_of_this_thread(allowed)) return false;
  platform::CpuSet others = allowed;
  others.remove(here);
  if (others.count() == 0) return false;
  return g_moves.compare_exchange_strong(row_moves_, row_moves_ + 1, std::memory_order_relaxed) &&
         move(others, allowed, now);
}

// The attempts cost more than what they win if the kernel moves the threads together again each time.
void Parting::lengthen_pause(int64_t now) {
  LIMPID_DCHECK(now - last_attempt_ >= pause_ && pause_ <= policy::kLongestPartingPauseNs);
  const bool rare = now - last_attempt_ > policy::kRareParting * pause_;
  pause_ = rare ? policy::kShortestPartingPauseNs : std::min(2 * pause_, policy::kLongestPartingPauseNs);
  last_attempt_ = now;
}

// True if there is one.
bool Parting::add_free_processors(uint32_t here, int64_t now, const platform::CpuSet& allowed,
                                  platform::CpuSet& free) {
  bool any = false;
  for (uint32_t processor = allowed.next(0); processor < platform::kMaxProcessors;
       processor = allowed.next(processor + 1)) {
    if (processor == here || is_recent(g_notes[processor].load(std::memory_order_relaxed), now)) continue;
    free.add(processor);
    any = true;
  }
  return any;
}

}  // namespace limpid::sync
