// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When a wait polls, yields or ends in sleep.
#include "sync/backoff.h"

#include <algorithm>

#include "base/check.h"
#include "platform/clock.h"
#include "platform/thread_usage.h"
#include "sync/awake_threads.h"
#include "sync/policy.h"
#include "sync/processor_turns.h"
#include "sync/user_teams.h"

namespace limpid::sync {
namespace {

uint32_t polls_per_clock() {
  return policy::enabled(policy::sparse_clock) ? policy::kPollsPerClock : 1;
}

uint32_t all_but(uint32_t spins, uint32_t last) {
  return spins > last ? spins - last : 0;
}

}  // namespace

void Backoff::skip_spins() {
  if (policy_.polls_as_learned()) polls_ = all_but(policy_.spins, limit_.polls_when_shared());
}

bool Backoff::again_slow() {
  if (!policy_.adapts && policy_.spin_ns == 0) return yield_once() || part(platform::monotonic_ns());
  if (policy_.adapts && policy_.crowded && policy_.in_loop && skips_clock()) return yield_once();
  const int64_t now = platform::monotonic_ns();
  if (begin_ns_ == 0) begin_ns_ = now;
  if (!policy_.adapts) return again_as_requested(now);
  note_awake(now);
  if (again_as_learned(now, poll_times_.note_poll(now)) || part(now)) return true;
  if (policy::enabled(policy::preemption_count) && policy_.polls_as_learned() && limit_.preemptions_due(now))
    limit_.note_preemptions(now, platform::thread_usage());
  slept_ = true;
  asleep_since_ns_ = now;
  poll_times_.sleep();
  return false;
}

// The processors may be shared with other programs, so the awaited thread may need this thread's processor.
// If no thread needs it, a yield costs less than the polls around it.
bool Backoff::again_as_requested(int64_t now) {
  part(now);
  if (now - begin_ns_ >= policy_.spin_ns) return yield_once();
  polls_ = all_but(policy_.spins, policy::kPollsPerYield);
  yield();
  return true;
}

// No yields where each thread of the team could have a processor: if another thread runs on this one, a
// sleeper comes back sooner than a thread that yields.
bool Backoff::again_as_learned(int64_t now, int64_t gap) {
  const bool beside = policy::enabled(policy::several_teams) && UserTeams::compete();
  if (policy_.crowded || beside) ProcessorTurns::note_poll(now);
  if (beside) return again_beside_teams(now);
  if (!policy_.polls_as_learned()) return again_crowded(now, gap);
  if (limit_.is_shared_at(now)) return false;
  if (policy::enabled(policy::lost_processor) && gap > SpinLimit::kTurn) {
    limit_.lost_processor(now, gap);
    return false;
  }
  polls_ = all_but(policy_.spins, polls_per_clock());
  return now - begin_ns_ < std::min(policy_.spin_ns, limit_.limit());
}

// With more team threads than processors, one yield that returns late shows only that another thread computes
// there at the moment: this wait sleeps. The next waits skip the yields only when most yields return late, or when a
// late one has cost a turn.
bool Backoff::again_crowded(int64_t now, int64_t gap) {
  if (loses_turns_at(now)) return false;
  if (policy_.in_loop) return yield_once();
  const bool late = policy::enabled(policy::late_yields) && gap > SpinLimit::kGap;
  if (gap > 0) limit_.note_yield(late);
  if (late || (yields_ == 0 && !limit_.may_yield()))
    yields_ = policy_.yields;
  else if (yields_ == policy_.yields && may_yield_on(now))
    yields_ = policy_.yields - 1;
  return yield_once();
}

// A loop's turn goes from member to member. If those beside another program slept and the others gave way, most hand-overs
// would be between processors. So all sleep: then the kernel keeps the turn where the other program is not.
bool Backoff::loses_turns_at(int64_t now) const {
  return policy_.in_loop ? ProcessorTurns::are_lost_anywhere_at(now) : ProcessorTurns::are_lost_here_at(now);
}

// Whether yields that return in time do not count: a sleep might leave the processor idle.
bool Backoff::may_yield_on(int64_t now) const {
  return policy::enabled(policy::few_awake) && !helps_ && !slept_ && limit_.waits_are_long() &&
         now - begin_ns_ < policy::kFewAwakeNs && AwakeThreads::are_few();
}

// Read at once: the wait may be over by now. A team that has processors enough gives way to the other team alone, whose
// members come to waits there: where none has, it was another program's turn.
void Backoff::note_yield_time(int64_t begin) {
  const int64_t now = platform::monotonic_ns();
  if (policy_.crowded) {
    if (now - begin > SpinLimit::kGap) limit_.lost_processor(now, now - begin);
  } else if (policy::enabled(policy::lost_turns)) {
    ProcessorTurns::note_yield(begin, now);
  }
}

// A team that has a processor for each member gives way to another one, and returns when that one has waited or
// computed for some milliseconds. In a larger team a member gives way to members of its own team as well. Neither does where
// that costs turns.
bool Backoff::again_beside_teams(int64_t now) {
  if (slept_ || now - begin_ns_ >= policy::kBesideTeamsNs) return false;
  if (policy_.crowded ? limit_.is_shared_at(now) : ProcessorTurns::are_lost_here_at(now)) return false;
  if (!policy_.crowded) limit_.share_with_team(now);
  polls_ = all_but(policy_.spins, policy::kPollsBesideTeams);
  ++yields_;
  yield();
  note_yield_time(now);
  return true;
}

// Threads that outnumber the processors cannot part. True: the thread is on another processor now, and the wait
// begins anew.
bool Backoff::part(int64_t now) {
  if (policy_.crowded || UserTeams::compete() || !limit_.part(now)) return false;
  if (begin_ns_ != 0) begin_ns_ = now;
  polls_ = 0;
  poll_times_.sleep();
  return true;
}

bool Backoff::yield_once() {
  if (yields_ >= policy_.yields) return false;
  ++yields_;
  yield();
  return true;
}

void Backoff::note_awake(int64_t now) {
  if (asleep_since_ns_ != 0) limit_.note_sleep(now - asleep_since_ns_);
  asleep_since_ns_ = 0;
}

void Backoff::learn() {
  LIMPID_DCHECK(begin_ns_ != 0);  // the wait has outlasted the spins
  const int64_t now = platform::monotonic_ns();
  note_awake(now);
  const int64_t waited = now - begin_ns_;
  if (first_yield_ended_it()) limit_.ended_by_yield(now);
  if (policy_.polls_as_learned()) return limit_.learn(waited, slept_);
  if (!policy_.in_loop) limit_.note_length(waited);
  if (policy::enabled(policy::lost_turns)) note_lost_turn(now);
}

// Of a team that has processors enough, beside others. Polls between two yields: again_beside_teams().
bool Backoff::first_yield_ended_it() const {
  if (yields_ != 1 || slept_) return false;
  return policy_.crowded ? policy_.parts : polls_ == all_but(policy_.spins, policy::kPollsBesideTeams);
}

// The wait was over long before the thread had its processor back, and no thread of the process came to a wait there
// meanwhile: the processor was another program's. To a sleeper that is woken, the kernel would have given it at once.
void Backoff::note_lost_turn(int64_t now) {
  const int64_t gap = poll_times_.note_poll(now);
  if (!ProcessorTurns::is_turn_lost(now, gap)) return limit_.kept_turn();
  limit_.lost_turn();
  ProcessorTurns::note_loss(now, gap);
}

// The clock takes a tenth of a short wait from step to step of a loop. Where yields have returned in time for long, to this
// thread and, as far as remembered, to the others, few of these waits read it.
bool Backoff::skips_clock() {
  if (begin_ns_ == 0 && yields_ == 0)
    looks_ = ProcessorTurns::may_be_lost_anywhere() || limit_.looks_for_turn();
  return !looks_;
}

}  // namespace limpid::sync
