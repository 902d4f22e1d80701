// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: order between the iterations of a loop, and leaving cancelled constructs.
#include "core/barrier/barrier.h"
#include "core/barrier/workshare_end.h"
#include "core/loop/cancel.h"
#include "core/loop/doacross_quick.h"
#include "core/loop/loop.h"
#include "core/loop/ordered.h"
#include "core/loop/ring.h"
#include "core/loop/single.h"
#include "whole/focus.h"
#include "whole/loop_request.h"
#include "whole/ring_position.h"

namespace limpid::core {
namespace {

using events::CancelKind;
using events::SyncKind;
using events::Unobserved;
using model::Execution;
using model::Focus;
using model::holds;
using model::Plain;
using model::require;

// ---- ordered ----

// Ordered regions execute in the iterations' order, and each sees the writes of the earlier ones. Iterations
// for which skips() is true have none.
template <class Skips>
model::Scenario ordered_loop(uint64_t trip, ScheduleKind kind, uint64_t chunk, Skips skips) {
  return [=](Execution& run) {
    Plain<uint64_t> next{0};
    LoopRequest request = loop_of(trip, kind, true, chunk);
    request.ordered = true;
    two_members(run, [&](Thread& self) {
      start_loop<Unobserved>(self, request);
      for (Chunk part; next_chunk<Unobserved>(self, part);)
        for (uint64_t at = part.begin; at < part.end; ++at) {
          if (skips(at)) continue;
          begin_ordered<Unobserved>(self);
          require(next.get() <= at, "no later iteration came before");
          next.set(at + 1);
          end_ordered<Unobserved>(self);
        }
      end_loop_nowait<Unobserved>(self);
    });
    require(next.get() == trip, "all had their turn");
  };
}

TEST(OrderedModel, OneByOne) {
  EXPECT_TRUE(holds(ordered_loop(4, ScheduleKind::kStatic, 1, [](uint64_t) { return false; }), kWholeBounds));
}

TEST(OrderedModel, ChunksInWhichSomeHaveNoOrderedRegion) {
  EXPECT_TRUE(holds(ordered_loop(6, ScheduleKind::kDynamic, 2, [](uint64_t at) { return at % 2 == 0; }),
                    kWholeBounds));
}

// The turn starts at 0 in each loop, also in a slot that still holds the turn of another ordered loop.
TEST(OrderedModel, ASlotThatIsUsedAgain) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<uint64_t> next{0};
        LoopRequest request = loop_of(2, ScheduleKind::kStatic, true, 1);
        request.ordered = true;
        program(run, [&](Thread& self) {
          Focus focus(run);
          parallel(self, 2, [&](Thread& member) {
            Workshare& slot = next_slot(*member.team, member.member->workshares);
            if (member.index == 0) slot.turn.store(2, std::memory_order_relaxed);
            barrier(member, SyncKind::barrier_explicit);
            focus.begin();
            start_loop<Unobserved>(member, request);
            for (Chunk part; next_chunk<Unobserved>(member, part);) {
              begin_ordered<Unobserved>(member);
              require(next.get() == part.begin, "in the iterations' order");
              next.set(part.begin + 1);
              end_ordered<Unobserved>(member);
            }
            end_loop_nowait<Unobserved>(member);
            focus.end();
          });
        });
      },
      kWholeBounds));
}

// ---- doacross ----

// Each iteration depends on the previous one, whose source may be missing: then the end of its chunk posts
// it.
template <class Skips>
model::Scenario doacross_loop(ScheduleKind kind, uint64_t chunk, bool has_fence, Skips skips) {
  return [=](Execution& run) {
    if (!has_fence) run.deny_process_fence();
    constexpr uint64_t kTrip = 4;
    const uint64_t counts[] = {kTrip};
    Plain<int> done[kTrip];
    LoopRequest request = loop_of(kTrip, kind, true, chunk);
    request.dimensions = 1;
    request.counts = counts;
    two_members(run, [&](Thread& self) {
      start_loop<Unobserved>(self, request);
      for (Chunk part; next_chunk<Unobserved>(self, part);)
        for (uint64_t at = part.begin; at < part.end; ++at) {
          if (at > 0 && !is_silent(self, at - 1)) doacross_wait(self, IterationVector(self, at - 1));
          require(at == 0 || done[at - 1].get() == 1, "what the sink's iteration did");
          done[at].set(1);
          if (!skips(at)) doacross_post<Unobserved>(self, IterationVector(self, at));
        }
      end_loop_nowait<Unobserved>(self);
    });
  };
}

bool none(uint64_t) {
  return false;
}

TEST(DoacrossModel, OneByOne) {
  EXPECT_TRUE(holds(doacross_loop(ScheduleKind::kStatic, 1, true, none), kWholeBounds));
}

TEST(DoacrossModel, OneByOneWithoutAProcessFence) {
  EXPECT_TRUE(holds(doacross_loop(ScheduleKind::kStatic, 1, false, none), kWholeBounds));
}

TEST(DoacrossModel, BlocksWithoutAProcessFence) {
  EXPECT_TRUE(holds(doacross_loop(ScheduleKind::kStatic, 0, false, none), kWholeBounds));
}

TEST(DoacrossModel, ChunksThatDoNotPost) {
  EXPECT_TRUE(
      holds(doacross_loop(ScheduleKind::kDynamic, 2, true, [](uint64_t) { return true; }), kWholeBounds));
}

TEST(DoacrossModel, Guided) {
  EXPECT_TRUE(holds(doacross_loop(ScheduleKind::kGuided, 1, true, none), kWholeBounds));
}

// Two rows of a wavefront, through the frequent cases that entry points inline. In rows of eight the second member lets the
// first one get ahead.
model::Scenario doacross_plane(uint64_t columns, bool has_fence) {
  return [=](Execution& run) {
    if (!has_fence) run.deny_process_fence();
    constexpr uint64_t kRows = 2, kMostColumns = 8;
    const uint64_t counts[] = {kRows, columns};
    Plain<int> done[kRows * kMostColumns];
    LoopRequest request = loop_of(kRows, ScheduleKind::kStatic, true, 1);
    request.dimensions = 2;
    request.counts = counts;
    two_members(run, [&](Thread& self) {
      start_loop<Unobserved>(self, request);
      for (Chunk part; next_chunk<Unobserved>(self, part);)
        for (uint64_t column = 0; column < columns; ++column) {
          const uint64_t row = part.begin, above = row - 1;
          if (row > 0 && !source_was_seen(self, *doacross_loop(self), above, column))
            doacross_wait(self, Iteration{above, column});
          require(row == 0 || done[column].get() == 1, "what the sink's iteration did");
          done[row * columns + column].set(1);
          const uint64_t numbers[] = {row, column};
          if (!post_quickly(self, numbers)) doacross_post<Unobserved>(self, Iteration{row, column});
        }
      end_loop_nowait<Unobserved>(self);
    });
  };
}

TEST(DoacrossModel, Wavefront) {
  EXPECT_TRUE(holds(doacross_plane(2, true), kWholeBounds));
}

TEST(DoacrossModel, WavefrontWithoutAProcessFence) {
  EXPECT_TRUE(holds(doacross_plane(2, false), kWholeBounds));
}

TEST(DoacrossModel, WavefrontWithALead) {
  EXPECT_TRUE(holds(doacross_plane(8, true), kWholeBounds));
}

// ---- cancel ----

// A member cancels a loop, and the other leaves it at some cancellation point; the next loop is complete.
TEST(CancelModel, ALoop) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> first[4], second[2];
        two_members(run, [&](Thread& self) {
          start_loop<Unobserved>(self, loop_of(4, ScheduleKind::kDynamic, true, 1));
          for (Chunk part; next_chunk<Unobserved>(self, part);) {
            first[part.begin].set(first[part.begin].get() + 1);
            if (part.begin == 1 && cancel_construct(self, CancelKind::loop)) break;
            if (at_cancellation_point(self, CancelKind::loop)) break;
          }
          require(!end_loop_cancellable(self), "the region goes on");
          require(first[0].get() == 1 && first[1].get() == 1, "what came before the cancel");
          require(first[2].get() <= 1 && first[3].get() <= 1, "none twice");
          start_loop<Unobserved>(self, loop_of(2, ScheduleKind::kDynamic, true, 1));
          for (Chunk part; next_chunk<Unobserved>(self, part);) {
            require(!at_cancellation_point(self, CancelKind::loop), "only the first was cancelled");
            second[part.begin].set(1);
          }
          end_loop<Unobserved>(self);
          require(second[0].get() == 1 && second[1].get() == 1, "the next loop is whole");
        });
      },
      kWholeBounds));
}

// A loop that the compiler divides: the recorded cancel is valid for this construct only.
TEST(CancelModel, ALoopWithoutADescriptor) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        two_members(run, [&](Thread& self) {
          if (self.index == 0)
            cancel_construct(self, CancelKind::loop);
          else
            at_cancellation_point(self, CancelKind::loop);
          barrier_cancellable(self, SyncKind::barrier_implicit_workshare);
          require(!at_cancellation_point(self, CancelKind::loop), "only the first was cancelled");
        });
      },
      kWholeBounds));
}

// A cancel and a cancellation point that sees it are flushes (5.1, 2.19.8.1): after a search is cancelled,
// its result is visible.
template <class Start>
model::Scenario found_and_cancelled(CancelKind kind, Start start) {
  return [=](Execution& run) {
    Plain<int> found;
    sync::Atomic<bool> gone{false};
    two_members(run, [&](Thread& self) {
      start(self);
      if (self.index == 0) {
        found.set(7);
        cancel_construct(self, kind);
        gone.store(true, std::memory_order_release);
      } else if (at_cancellation_point(self, kind)) {
        require(found.get() == 7, "what came before the cancel");
      } else if (gone.load(std::memory_order_acquire)) {
        require(at_cancellation_point(self, kind), "the cancel");
      }
    });
  };
}

TEST(CancelModel, WhatARegionFound) {
  EXPECT_TRUE(holds(found_and_cancelled(CancelKind::parallel, [](Thread&) {}), kWholeBounds));
}

TEST(CancelModel, WhatALoopFound) {
  EXPECT_TRUE(holds(found_and_cancelled(CancelKind::loop,
                                        [](Thread& self) {
                                          start_loop<Unobserved>(self,
                                                                 loop_of(2, ScheduleKind::kDynamic, true, 1));
                                        }),
                    kWholeBounds));
}

TEST(CancelModel, WhatALoopWithoutADescriptorFound) {
  EXPECT_TRUE(holds(found_and_cancelled(CancelKind::loop, [](Thread&) {}), kWholeBounds));
}

// A barrier is a cancellation point, too.
TEST(CancelModel, WhatABarrierFinds) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> found;
        two_members(run, [&](Thread& self) {
          if (self.index == 0) {
            found.set(7);
            cancel_construct(self, CancelKind::parallel);
          } else {
            require(barrier_cancellable(self, SyncKind::barrier_explicit), "the cancel");
            require(found.get() == 7, "what came before the cancel");
          }
        });
      },
      kWholeBounds));
}

// A member that waits while another cancels the region leaves it, and the next region is complete. arrive()
// runs before that, and returns whether this member cancels; wait() is the wait of the other member, which
// the cancel must end.
template <class Arrive, class Wait>
model::Scenario cancelled_region(bool has_fence, Arrive arrive, Wait wait) {
  return [=](Execution& run) {
    if (!has_fence) run.deny_process_fence();
    Plain<int> done[2];
    program(run, [&](Thread& self) {
      Focus focus(run);
      LoopRequest ordered = loop_of(2, ScheduleKind::kStatic, true, 1);
      ordered.ordered = true;
      parallel(self, 2, [&](Thread& member) {
        const bool cancels = arrive(member);
        focus.begin();
        cancels ? void(cancel_construct(member, CancelKind::parallel)) : wait(member);
        focus.end();
      });
      parallel(self, 2, [&](Thread& member) {
        start_loop<Unobserved>(member, ordered);
        for (Chunk part; next_chunk<Unobserved>(member, part);) {
          begin_ordered<Unobserved>(member);
          done[part.begin].set(1);
          end_ordered<Unobserved>(member);
        }
        end_loop<Unobserved>(member);
        require(done[0].get() == 1 && done[1].get() == 1, "the next region's results");
      });
    });
  };
}

// Starts a loop of which each member gets one iteration; true for the member with the first one.
bool has_first(Thread& self, const LoopRequest& request) {
  start_loop<Unobserved>(self, request);
  Chunk part;
  require(next_chunk<Unobserved>(self, part), "an iteration each");
  return part.begin == 0;
}

bool arrive_at_ordered(Thread& self) {
  LoopRequest request = loop_of(2, ScheduleKind::kStatic, true, 1);
  request.ordered = true;
  return has_first(self, request);
}

bool arrive_at_doacross(Thread& self) {
  const uint64_t counts[] = {2};
  LoopRequest request = loop_of(2, ScheduleKind::kStatic, true, 1);
  request.dimensions = 1;
  request.counts = counts;
  return has_first(self, request);
}

void await_first(Thread& self) {
  doacross_wait(self, IterationVector(self, 0));
  require(at_cancellation_point(self, CancelKind::parallel), "no other way to go on");
}

TEST(CancelModel, ARegionWhoseMemberWaitsForItsTurn) {
  const auto wait = [](Thread& self) {
    begin_ordered<Unobserved>(self);
    require(at_cancellation_point(self, CancelKind::parallel), "no other way to go on");
  };
  EXPECT_TRUE(holds(cancelled_region(true, arrive_at_ordered, wait), kWholeBounds));
}

TEST(CancelModel, ARegionWhoseMemberWaitsForASource) {
  EXPECT_TRUE(holds(cancelled_region(true, arrive_at_doacross, await_first), kWholeBounds));
}

TEST(CancelModel, ARegionWhoseMemberWaitsForASourceWithoutAProcessFence) {
  EXPECT_TRUE(holds(cancelled_region(false, arrive_at_doacross, await_first), kWholeBounds));
}

TEST(CancelModel, ARegionWhoseMemberWaitsForACopy) {
  const auto wait = [](Thread& self) { require(await_copy(self) == nullptr, "nothing comes"); };
  EXPECT_TRUE(holds(cancelled_region(true, take_single<Unobserved>, wait), kWholeBounds));
}

// The faster member waits for a slot of the ring.
TEST(CancelModel, ARegionWhoseMemberWaitsForASlot) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          Focus focus(run);
          const LoopRequest loop = loop_of(2, ScheduleKind::kDynamic, true, 1);
          parallel(self, 2, [&](Thread& member) {
            const bool slow = member.index == 1;
            if (!slow) pass_by(member, WorkshareRing::kSlots);
            if (slow) start_loop<Unobserved>(member, loop);
            focus.begin();
            if (slow) {
              cancel_construct(member, CancelKind::parallel);
            } else {
              start_loop<Unobserved>(member, loop);
              Chunk part;
              require(!next_chunk<Unobserved>(member, part), "no place for it, nothing to do");
              end_loop_nowait<Unobserved>(member);
            }
            focus.end();
          });
          parallel(self, 2, [&](Thread& member) {
            start_loop<Unobserved>(member, loop);
            for (Chunk part; next_chunk<Unobserved>(member, part);) done[part.begin].set(1);
            end_loop<Unobserved>(member);
            require(done[0].get() == 1 && done[1].get() == 1, "the next region's results");
          });
        });
      },
      {6'000, 3'000}));
}

}  // namespace
}  // namespace limpid::core
