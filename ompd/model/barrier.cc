// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the members' states with the arrival counts of a barrier.
#include "model/barrier.h"

#include "model/tasks.h"
#include "model/threads.h"
#include "target/reader.h"

namespace limpid::ompd {
namespace {

// Members count their arrivals up a tree, whose nodes begin afresh when they are complete
// (core/barrier/arrival.h). The counts show whether exactly the members whose state is waiting have arrived, or
// no member has, or neither.
class Arrivals {
 public:
  Arrivals(Reader& reader, uint64_t team, uint32_t size, uint32_t* counts)
      : reader_(reader), team_(team), size_(size), counts_(counts) {}

  BarrierProgress compare() {
    const uint64_t fanout = reader_.field(team_, Name::team_fanout);
    if (fanout == 0) reader_.spoil();
    bool none = true;
    bool exact = true;
    for (uint32_t i = size_; reader_.ok() && i-- > 0;) {
      const uint64_t slot = slot_of_number(reader_, team_, i);
      const uint64_t expected = reader_.field(slot, Name::member_arrivals_expected);
      if (waits(slot)) ++counts_[i];
      const bool complete = counts_[i] == expected;
      if (complete && i > 0) ++counts_[(i - 1) / fanout];
      if (expected <= 1) continue;
      const uint64_t missing = reader_.field(slot, Name::member_barrier_missing);
      none = none && missing == expected;
      exact = exact && missing == (complete ? expected : expected - counts_[i]);
    }
    if (none) return BarrierProgress::is_open;
    return exact ? BarrierProgress::is_held : BarrierProgress::unknown;
  }

 private:
  bool waits(uint64_t slot) {
    const uint64_t thread = reader_.field(slot, Name::member_thread);
    if (!reader_.ok() || thread == 0) return false;
    const Name state = state_of(reader_, thread);
    const bool at_barrier = state == Name::state_wait_barrier_explicit ||
                            state == Name::state_wait_barrier_implicit_workshare ||
                            state == Name::state_wait_barrier_implementation;
    return at_barrier && reader_.field(thread, Name::thread_wait_id) == reader_.field(team_, Name::team_id);
  }

  Reader& reader_;
  const uint64_t team_;
  const uint32_t size_;
  uint32_t* counts_;  // of each member's node, as expected from the states
};

}  // namespace

Rc barrier_progress(const Process& process, const Object& region, BarrierProgress& progress) {
  uint32_t size = 0;
  Rc rc = region_size(process, region, size);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  progress = BarrierProgress::unknown;
  if (reader.field(region.address, Name::team_cancelled) != 0) return reader.rc();
  if (size == 1 || reader.field(region.address, Name::team_barrier_full) != 0) {
    progress = BarrierProgress::is_full;
    return reader.rc();
  }
  void* memory = nullptr;
  rc = process.access->allocate(uint64_t{size} * sizeof(uint32_t), &memory);
  if (rc != Rc::ok) return rc;
  auto* counts = static_cast<uint32_t*>(memory);
  for (uint32_t i = 0; i < size; ++i) counts[i] = 0;
  progress = Arrivals(reader, region.address, size, counts).compare();
  rc = process.access->release(memory);
  return reader.ok() ? rc : reader.rc();
}

}  // namespace limpid::ompd
