// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spin policies that teams choose from: one pair for each block time that is asked for.
#include "core/data/team_spin_policy.h"

#include <stdlib.h>

#include "base/check.h"
#include "core/data/policy.h"
#include "core/icv/icv.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// With more threads than processors a polling thread only keeps the thread it waits for from running. So: a
// few polls, a few yields, then sleep. If a yield returns late, other threads compute: SpinLimit then does
// without yields.
constexpr sync::SpinPolicy kCrowded{policy::kCrowdedPolls, policy::kCrowdedYields, 0, true, true};
constexpr sync::SpinPolicy kCrowdedButActive{policy::kActivePolls, policy::kActiveYields, 0, false, true};
constexpr int32_t kTurnaround = 2;  // KMP_LIBRARY

// A team uses one of the three. Members refer to it as long as they wait, so none is ever freed or changed;
// there is one SpinPolicies for each block time that a program asks for.
struct SpinPolicies {
  sync::SpinPolicy roomy;
  sync::SpinPolicy crowded;
  sync::SpinPolicy crowded_beside;  // a team with processors enough, whose process has not: a nested one
  int32_t block_time;
  const SpinPolicies* next = nullptr;

  constexpr SpinPolicies(const sync::SpinPolicy& roomy_one, const sync::SpinPolicy& crowded_one,
                         int32_t time = 0)
      : roomy(roomy_one), crowded(crowded_one), crowded_beside(crowded_one), block_time(time) {
    crowded_beside.parts = crowded.adapts;
  }
};
constinit SpinPolicies g_initial{
    {policy::kFirstPolls, 0, policy::kUsualBlockTimeMs* kNsPerMs, true}, kCrowded, policy::kUsualBlockTimeMs};
constinit sync::Atomic<const SpinPolicies*> g_policies{&g_initial};

constinit sync::Atomic<const SpinPolicies*> g_known{nullptr};  // all that were ever asked for; only grows

// That many polls, then sleep: also with more threads than processors.
SpinPolicies polls_only(uint32_t polls) {
  return {{polls, 0, 0}, {polls, 0, 0, false, true}};
}

SpinPolicies policies_of(int32_t milliseconds) {
  if (milliseconds == 0) return polls_only(0);
  const bool endless = milliseconds == INT32_MAX;
  return {{policy::kFirstPolls, 0, milliseconds * kNsPerMs},
          endless ? kCrowdedButActive : kCrowded,
          milliseconds};
}

const SpinPolicies* policies_for(int32_t milliseconds) {
  const SpinPolicies* head = g_known.load(std::memory_order_acquire);  // [policy.publish]
  for (const SpinPolicies* known = head; known != nullptr; known = known->next)
    if (known->block_time == milliseconds) return known;
  auto* made = static_cast<SpinPolicies*>(malloc(sizeof(SpinPolicies)));
  if (made == nullptr) return nullptr;
  *made = policies_of(milliseconds);
  made->next = head;
  // Two threads may add the same block time at once: a duplicate costs only memory. Release:
  // [policy.publish].
  while (!g_known.compare_exchange_weak(made->next, made, std::memory_order_release)) continue;
  return made;
}

// What LIMPID_WITHOUT names.
void leave_out(SpinPolicies& policies) {
  if (!policy::enabled(policy::first_polls)) policies.roomy.spins = 0;
  for (sync::SpinPolicy* crowded : {&policies.crowded, &policies.crowded_beside}) {
    if (!policy::enabled(policy::crowded_polls)) crowded->spins = 0;
    if (!policy::enabled(policy::crowded_yields)) crowded->yields = 0;
  }
}

}  // namespace

bool use_block_time(int32_t milliseconds) {
  LIMPID_DCHECK(milliseconds >= 0);
  const SpinPolicies* const policies = policies_for(milliseconds);
  if (policies == nullptr) return false;
  g_policies.store(policies, std::memory_order_release);  // [policy.publish]
  return true;
}

void use_initial_block_time() {
  g_policies.store(&g_initial, std::memory_order_release);  // [policy.publish]
}

int32_t block_time() {
  return g_policies.load(std::memory_order_acquire)->block_time;  // [policy.publish]
}

void prepare_spin_policies() {
  const GlobalIcvs& icvs = global_icvs();
  if (icvs.spin_count_given) {
    uint32_t polls = icvs.spin_count > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(icvs.spin_count);
    g_initial = polls_only(polls);
  } else if (icvs.block_time_given) {
    g_initial = policies_of(icvs.block_time);
  } else if (icvs.wait_policy == WaitPolicy::kActive || icvs.library == kTurnaround) {
    // block_time() returns "without end", as in LLVM's runtime; a second of polling is as good as that.
    g_initial = {
        {policy::kFirstPolls, 0, policy::kActiveBlockTimeMs * kNsPerMs}, kCrowdedButActive, INT32_MAX};
  } else if (icvs.wait_policy == WaitPolicy::kPassive) {
    g_initial = polls_only(0);
  }
  leave_out(g_initial);
}

void TeamSpinPolicy::choose(uint32_t threads, uint32_t members) {
  const uint32_t processors = global_icvs().available_processors;
  LIMPID_DCHECK(members >= 1);
  const SpinPolicies* policies = g_policies.load(std::memory_order_acquire);  // [policy.publish]
  const sync::SpinPolicy& crowded = members <= processors ? policies->crowded_beside : policies->crowded;
  // Other members read the policy, too: the release passes its contents on to their acquires.
  // [policy.publish]
  chosen_.store(threads > processors ? &crowded : &policies->roomy, std::memory_order_release);
}

}  // namespace limpid::core
