// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace limpid::cli::analysis {
namespace {

struct State {
  uint16_t value;
  std::string_view name;
  std::string_view label;
};

constexpr std::array<State, 23> kStates = {{
    {0x000, "work_serial", "<work>"},
    {0x001, "work_parallel", "<work>"},
    {0x002, "work_reduction", "<reduction>"},
    {0x010, "wait_barrier", "<barrier>"},
    {0x011, "wait_barrier_implicit_parallel", "<implicit barrier>"},
    {0x012, "wait_barrier_implicit_workshare", "<implicit barrier>"},
    {0x013, "wait_barrier_implicit", "<implicit barrier>"},
    {0x014, "wait_barrier_explicit", "<explicit barrier>"},
    {0x015, "wait_barrier_implementation", "<runtime barrier>"},
    {0x016, "wait_barrier_teams", "<teams barrier>"},
    {0x020, "wait_taskwait", "<taskwait>"},
    {0x021, "wait_taskgroup", "<taskgroup wait>"},
    {0x040, "wait_mutex", "<mutex wait>"},
    {0x041, "wait_lock", "<lock wait>"},
    {0x042, "wait_critical", "<critical wait>"},
    {0x043, "wait_atomic", "<atomic wait>"},
    {0x044, "wait_ordered", "<ordered wait>"},
    {0x080, "wait_target", "<target wait>"},
    {0x081, "wait_target_map", "<target map wait>"},
    {0x082, "wait_target_update", "<target update wait>"},
    {0x100, "idle", "<idle>"},
    {0x101, "overhead", "<overhead>"},
    {0x102, "undefined", "<undefined>"},
}};

const State* find(uint16_t value) {
  auto found = std::find_if(kStates.begin(), kStates.end(), [&](const State& s) { return s.value == value; });
  return found == kStates.end() ? nullptr : &*found;
}

}  // namespace

TimeKind time_kind(uint16_t state) {
  bool work = state < 0x010 || state > 0x101;
  return work ? TimeKind::kWork : TimeKind::kWait;
}

std::string state_name(uint16_t value) {
  const State* state = find(value);
  return state == nullptr ? fmt::format("state_{:#05x}", value) : std::string(state->name);
}

std::string pseudo_frame(uint16_t value) {
  const State* state = find(value);
  return state == nullptr ? fmt::format("<wait {:#05x}>", value) : std::string(state->label);
}

bool keeps_others_waiting(uint16_t state) {
  return time_kind(state) == TimeKind::kWork || state == kOverhead;
}

bool waits_for_others_work(uint16_t state) {
  return (state >= 0x010 && state <= 0x02f) || state == 0x100;
}

}  // namespace limpid::cli::analysis
