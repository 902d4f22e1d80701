// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heuristics of the runtime by name, and the switch that turns one off in order to judge it.
//
// A heuristic changes how fast programs run, never what they do. What each of them is for, its numbers and what
// they win stand in the policy.h of its room. In a build with -DLIMPID_JUDGE=ON the environment variable
// LIMPID_WITHOUT names those that are off, so one build can be compared with itself (scripts/judge_heuristics).
// In any other build all are on, and asking costs nothing.
#pragma once

#include <stdint.h>

namespace limpid::policy {

// clang-format off
#define LIMPID_HEURISTICS(X)                                                                                     \
  /* sync */                                                                                                     \
  X(learned_limit) X(lost_processor) X(preemption_count) X(late_yields) X(lost_turns) X(few_awake) X(several_teams) \
  X(sparse_clock) X(poll_interval) X(parting) X(woken_apart)                                                                    \
  /* core/data */                                                                                                \
  X(first_polls) X(crowded_polls) X(crowded_yields) X(task_costs) X(first_encounter) X(one_waking) X(lone_tasks) X(id_blocks)  \
  X(run_ahead) X(several_bells) X(return_batches) X(batch_prefetch) X(cached_arguments)                          \
  /* core/task */                                                                                                \
  X(steal_half) X(sibling_order) X(last_victim) X(yield_before_theft) X(steal_pause) X(deferred_completions) X(rare_task_polls)   \
  X(lazy_taskloop) X(detours) X(uncover) X(work_off)                                                                        \
  /* core/loop, core/lock, core/reduce */                                                                        \
  X(ranges) X(few_chunks) X(leader_has_all) X(slot_prefetch) X(set_up_pauses) X(step_yields) X(enough_inside) X(doacross_lead) X(shared_lines) X(lock_polls) X(lock_pauses) X(atomic_reduction)        \
  /* core/team, core/device */                                                                                   \
  X(member_tree) X(late_look) X(wake_with_leader) X(lock_prefetch) X(league_cost)
// clang-format on

enum class Heuristic : uint8_t {
#define LIMPID_HEURISTIC(name) name,
  LIMPID_HEURISTICS(LIMPID_HEURISTIC)
#undef LIMPID_HEURISTIC
};
using enum Heuristic;

#ifdef LIMPID_JUDGE
// A bit for each heuristic that is off. Written when the environment is read, before there is a team.
[[gnu::visibility("hidden")]] inline constinit uint64_t g_without = 0;
[[nodiscard]] inline bool enabled(Heuristic heuristic) {
  return (g_without >> static_cast<unsigned>(heuristic) & 1) == 0;
}
#else
[[nodiscard]] constexpr bool enabled(Heuristic) {
  return true;
}
#endif

}  // namespace limpid::policy
