// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/team/team_budget.h"

#include "core/icv/icv.h"

namespace limpid::core {
namespace {

constinit sync::WaitBudget g_roomy{1000, 0, 5'000'000};
// With more threads than processors a polling thread only keeps the one it waits for from running: a few
// polls, a few yields, and then to sleep.
constinit sync::WaitBudget g_crowded{20, 8, 0};

}  // namespace

void prepare_budgets() {
  const GlobalIcvs& icvs = global_icvs();
  if (icvs.spin_count_given) {
    uint32_t polls = icvs.spin_count > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(icvs.spin_count);
    g_roomy = g_crowded = {polls, 0, 0};
  } else if (icvs.wait_policy == WaitPolicy::kActive) {
    g_roomy = {1000, 0, 1'000'000'000};
    g_crowded = {100, 1000, 0};
  } else if (icvs.wait_policy == WaitPolicy::kPassive) {
    g_roomy = g_crowded = {0, 0, 0};
  }
}

void TeamBudget::choose(uint32_t threads) {
  bool crowded = threads > global_icvs().available_processors;
  chosen_.store(crowded ? &g_crowded : &g_roomy, std::memory_order_relaxed);
}

}  // namespace limpid::core
