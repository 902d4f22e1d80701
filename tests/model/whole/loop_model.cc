// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: worksharing loops, sections and single; how members enter them and share their iterations.
#include "core/barrier/workshare_end.h"
#include "core/loop/loop.h"

#include "core/barrier/barrier.h"
#include "core/loop/dynamic_start.h"
#include "core/loop/next.h"
#include "core/loop/ring.h"
#include "core/loop/sections.h"
#include "core/loop/single.h"
#include "whole/focus.h"
#include "whole/loop_request.h"
#include "whole/program.h"
#include "whole/ring_position.h"

namespace limpid::core {
namespace {

using events::SyncKind;
using events::Unobserved;
using model::Execution;
using model::Focus;
using model::holds;
using model::Plain;
using model::require;

// Requests the next chunk as GCC's code does.
bool next(Thread& self, Chunk& chunk) {
  const Found found = next_chunk_at_once<Unobserved>(self, chunk, call_site());
  return found == Found::unknown ? next_chunk<Unobserved>(self, chunk) : found == Found::chunk;
}

// The same where no event is observed.
Found next_dynamic(Thread& self, Chunk& chunk) {
  const Found found = next_counted_chunk(self, chunk);
  if (found != Found::unknown) return found;
  if (next_of_own_range(self, chunk)) return Found::chunk;
  return next(self, chunk) ? Found::chunk : Found::none;
}

// Records which iterations were executed, and that the thread with the last one got no chunk after it: so
// GCC's code decides the value of a lastprivate variable.
template <int kTrip>
struct Iterations {
  Plain<int> done[kTrip];

  void execute(Thread& self) {
    Chunk chunk{};
    for (bool had_last = false; next(self, chunk); had_last = chunk.last != 0) execute(chunk, had_last);
  }
  // As the entry points do that start a loop and hand out its first chunk.
  void execute_from_start(Thread& self) {
    Chunk chunk{};
    bool had_last = false;
    for (bool found = next_chunk<Unobserved>(self, chunk); found; found = next(self, chunk)) {
      execute(chunk, had_last);
      had_last = chunk.last != 0;
    }
  }
  void execute(const Chunk& chunk, bool had_last) {
    require(!had_last, "no chunk after the last one");
    require((chunk.last != 0) == (chunk.end == kTrip), "the last chunk says so");
    for (uint64_t at = chunk.begin; at < chunk.end; ++at) done[at].set(done[at].get() + 1);
  }
  void check(int times = 1) {
    for (Plain<int>& each : done) require(each.get() == times, "each iteration once, and seen");
  }
};

template <int kTrip>
model::Scenario one_loop(const LoopRequest& request) {
  return [=](Execution& run) {
    Iterations<kTrip> iterations;
    two_members(run, [&](Thread& self) {
      start_loop<Unobserved>(self, request);
      iterations.execute(self);
      end_loop<Unobserved>(self);
      iterations.check();
    });
  };
}

TEST(LoopModel, SharedCounter) {
  EXPECT_TRUE(holds(one_loop<5>(loop_of(5, ScheduleKind::kDynamic, true, 2)), kWholeBounds));
}

// The member that sets the loop up has the first chunk without contending for it; a late one looks before it adds.
TEST(LoopModel, SharedCounterFromTheStart) {
  LoopRequest request = loop_of(3, ScheduleKind::kDynamic, true, 1);
  request.takes_chunk = true;
  EXPECT_TRUE(holds(
      [=](Execution& run) {
        Iterations<3> iterations;
        two_members(run, [&](Thread& self) {
          start_loop<Unobserved>(self, request);
          iterations.execute_from_start(self);
          end_loop<Unobserved>(self);
          iterations.check();
        });
      },
      kWholeBounds));
}

// As the entry points do that start a loop with schedule(dynamic) where no event is observed.
template <int kTrip>
void execute_dynamic(Thread& self, Iterations<kTrip>& iterations, bool monotonic) {
  Chunk chunk{};
  Found found = start_dynamic(self, {{0, 1, kTrip, kTrip}, 1, monotonic}, chunk);
  if (found == Found::unknown) found = next_chunk<Unobserved>(self, chunk) ? Found::chunk : Found::none;
  for (bool had_last = false; found == Found::chunk;
       had_last = chunk.last != 0, found = next_dynamic(self, chunk))
    iterations.execute(chunk, had_last);
}

// Two loops in a row, the first with nowait: a member may be ahead in the second one.
template <int kTrip>
model::Scenario two_dynamic_loops(bool monotonic) {
  return [=](Execution& run) {
    Iterations<kTrip> first, second;
    two_members(run, [&](Thread& self) {
      execute_dynamic(self, first, monotonic);
      require(leave_at_once(self), "nothing is left to do");
      execute_dynamic(self, second, monotonic);
      end_loop<Unobserved>(self);
      first.check();
      second.check();
    });
  };
}

TEST(LoopModel, DynamicLoopsOfFewChunks) {
  EXPECT_TRUE(holds(two_dynamic_loops<3>(true), kWholeBounds));
}

TEST(LoopModel, DynamicLoopsWithRanges) {
  EXPECT_TRUE(holds(two_dynamic_loops<9>(false), kWholeBounds));
}

TEST(LoopModel, Guided) {
  EXPECT_TRUE(holds(one_loop<6>(loop_of(6, ScheduleKind::kGuided, true)), kWholeBounds));
}

TEST(LoopModel, RangesWithSteals) {
  EXPECT_TRUE(holds(one_loop<9>(loop_of(9, ScheduleKind::kDynamic, false)), kWholeBounds));
}

TEST(LoopModel, StaticThroughTheLibrary) {
  EXPECT_TRUE(holds(one_loop<5>(loop_of(5, ScheduleKind::kStatic, true)), kWholeBounds));
}

// Two loops with ranges, after so many constructs that the members have passed by.
model::Scenario two_loops_with_ranges(uint64_t passed_by) {
  return [=](Execution& run) {
    Iterations<9> first, second;
    const LoopRequest request = loop_of(9, ScheduleKind::kDynamic, false);
    two_members(run, [&](Thread& self) {
      if (passed_by != 0) pass_by(self, passed_by);
      start_loop<Unobserved>(self, request);
      first.execute(self);
      end_loop_nowait<Unobserved>(self);
      start_loop<Unobserved>(self, request);
      second.execute(self);
      end_loop<Unobserved>(self);
      first.check();
      second.check();
    });
  };
}

// A member arrives after the other has stolen from its untouched share.
TEST(LoopModel, RangesOfTwoLoopsInARow) {
  EXPECT_TRUE(holds(two_loops_with_ranges(0), kWholeBounds));
}

// The members' range words for the first segment's last slot and for the next one's first.
TEST(LoopModel, RangesInALaterSegment) {
  EXPECT_TRUE(holds(two_loops_with_ranges(policy::kSegmentSlots - 1), kWholeBounds));
}

// The leader prepares the loop of a combined construct; members enter it when they ask for their first chunk.
template <int kTrip, bool kMonotonic>
void combined_loop(Thread& self) {
  Iterations<kTrip> iterations;
  Region region;
  region.num_threads = 2;
  region.data = &iterations;
  region.body = [](void* data) {
    Thread& member = this_thread();
    static_cast<Iterations<kTrip>*>(data)->execute(member);
    end_loop_nowait<Unobserved>(member);
  };
  region.prepare = [](Thread& leader, Team& team, void*) {
    prepare_loop(leader, team, loop_of(kTrip, ScheduleKind::kDynamic, kMonotonic));
  };
  parallel(self, region);
  iterations.check();
}

TEST(LoopModel, CombinedParallelLoop) {
  EXPECT_TRUE(holds([](Execution& run) { program(run, combined_loop<4, true>); }, kWholeBounds));
}

// All is the leader's until the worker steals from it; the second region finds the words of the first.
TEST(LoopModel, CombinedParallelLoopsWithRanges) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        program(run, [](Thread& self) {
          combined_loop<9, false>(self);
          combined_loop<8, false>(self);
        });
      },
      kWholeBounds));
}

TEST(LoopModel, Sections) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[3];
        two_members(run, [&](Thread& self) {
          start_sections<Unobserved>(self, {3});
          while (const uint64_t section = next_section<Unobserved>(self))
            done[section - 1].set(done[section - 1].get() + 1);
          end_loop<Unobserved>(self);
          for (Plain<int>& each : done) require(each.get() == 1, "each section once, and seen");
        });
      },
      kWholeBounds));
}

// ---- The ring ----

// Lower bounds, as each execution first fills all slots of the ring.

// Constructs with plain data that the first member to arrive sets and all read, like the descriptor in a
// slot.
class Constructs {
 public:
  void meet(Thread& self) {
    enter(self);
    leave_workshare(self, false);
  }
  void enter(Thread& self) {
    const uint64_t number = self.member->workshares.sequence;
    Plain<uint64_t>& slot = slots_[number % WorkshareRing::kSlots];
    enter_workshare(self, [&](Workshare&) { slot.set(number); });
    require(slot.get() == number, "the construct of this number");
  }

 private:
  Plain<uint64_t> slots_[WorkshareRing::kSlots];
};

TEST(RingModel, TheFirstToArriveSetsUp) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Constructs constructs;
        two_members(run, [&](Thread& self) {
          constructs.meet(self);
          constructs.meet(self);
        });
      },
      kWholeBounds));
}

// One member is in the last construct of those that are given free at once; the others have passed as many as the ring has
// slots, and wait.
model::Scenario a_slot_is_taken_again(int members) {
  return [=](Execution& run) {
    Constructs constructs;
    program(run, [&](Thread& self) {
      Focus focus(run, members);
      parallel(self, static_cast<uint32_t>(members), [&](Thread& member) {
        const bool slow = member.index == 1;
        pass_by(member, slow ? slots_at_once() - 1 : WorkshareRing::kSlots);
        if (slow) constructs.enter(member);
        focus.begin();
        if (slow) leave_workshare(member, false);
        if (!slow) constructs.meet(member);
        focus.end();
        if (slow) pass_by(member, WorkshareRing::kSlots + 1 - slots_at_once());
      });
    });
  };
}

TEST(RingModel, ASlotIsTakenAgainWhenAllHaveLeftIt) {
  EXPECT_TRUE(holds(a_slot_is_taken_again(2), kWholeBounds));
}

// A member that has waited knows how far the others were, which need not be a multiple: it takes those slots at once.
TEST(RingModel, ASlotIsTakenAgainWithoutAWait) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Constructs constructs;
        program(run, [&](Thread& self) {
          Focus focus(run);
          parallel(self, 2, [&](Thread& member) {
            const bool slow = member.index == 1;
            pass_by(member, slow ? slots_at_once() : WorkshareRing::kSlots);
            focus.begin();
            constructs.meet(member);
            if (!slow) pass_by(member, slots_at_once() - 1);
            if (!slow) constructs.meet(member);
            if (slow) pass_by(member, slots_at_once() - 2);
            if (slow) constructs.meet(member);
            focus.end();
            if (slow) pass_by(member, WorkshareRing::kSlots - slots_at_once() + 1);
          });
        });
      },
      kWholeBounds));
}

// Both members need a segment of slots that is not there yet.
TEST(RingModel, TwoAddASegment) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Constructs constructs;
        program(run, [&](Thread& self) {
          Focus focus(run);
          parallel(self, 2, [&](Thread& member) {
            for (uint32_t met = 0; met < policy::kSegmentSlots; ++met) constructs.meet(member);
            barrier(member, SyncKind::barrier_explicit);
            focus.begin();
            constructs.meet(member);
            focus.end();
          });
        });
      },
      kWholeBounds));
}

// Two members wait for the slot, and one of them is the first to arrive.
TEST(RingModel, TwoWaitForASlot) {
  EXPECT_TRUE(holds(a_slot_is_taken_again(3), kWholeBounds));
}

// ---- single ----

TEST(SingleModel, OneMemberEach) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> first, second;
        two_members(run, [&](Thread& self) {
          if (take_single<Unobserved>(self)) first.set(first.get() + 1);
          if (take_single<Unobserved>(self)) second.set(second.get() + 1);
          barrier(self, SyncKind::barrier_implicit_workshare);
          require(first.get() == 1 && second.get() == 1, "each once, and seen");
        });
      },
      kWholeBounds));
}

TEST(SingleModel, Copyprivate) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> values[2];
        two_members(run, [&](Thread& self) {
          for (int round = 1; round <= 2; ++round) {
            void* source = take_single_or_copy<Unobserved>(self);
            if (source == nullptr) {
              source = &values[self.index];
              values[self.index].set(round);
              publish_copy(self, source);
            }
            require(static_cast<Plain<int>*>(source)->get() == round, "the executor's value");
            barrier(self, SyncKind::barrier_implicit_workshare);
          }
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
