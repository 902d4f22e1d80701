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
};

constexpr std::array<State, 23> kStates = {{
    {0x000, "serial work"},
    {0x001, "work in regions"},
    {0x002, "reduction"},
    {0x010, "barrier"},
    {0x011, "implicit barrier"},
    {0x012, "implicit barrier"},
    {0x013, "implicit barrier"},
    {0x014, "explicit barrier"},
    {0x015, "runtime barrier"},
    {0x016, "teams barrier"},
    {0x020, "taskwait"},
    {0x021, "taskgroup wait"},
    {0x040, "mutex wait"},
    {0x041, "lock wait"},
    {0x042, "critical wait"},
    {0x043, "atomic wait"},
    {0x044, "ordered wait"},
    {0x080, "waiting for a device"},
    {0x081, "waiting for a device"},
    {0x082, "waiting for a device"},
    {0x100, "idle"},
    {0x101, "overhead"},
    {0x102, "outside OpenMP"},
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
  return state == nullptr ? fmt::format("state {:#05x}", value) : std::string(state->name);
}

std::string pseudo_frame(uint16_t value) {
  return find(value) == nullptr ? fmt::format("<wait {:#05x}>", value) : "<" + state_name(value) + ">";
}

bool waits_for_a_device(uint16_t state) {
  return state >= 0x080 && state <= 0x0bf;
}

std::string device_wait_name(uint32_t device) {
  return fmt::format("waiting for device {}", device);
}

bool waits_for_a_lock(uint16_t state) {
  return state >= 0x040 && state <= 0x07f;
}

bool keeps_others_waiting(uint16_t state) {
  return time_kind(state) == TimeKind::kWork || state == kOverhead;
}

bool waits_for_others_work(uint16_t state) {
  return (state >= 0x010 && state <= 0x02f) || state == 0x100;
}

}  // namespace limpid::cli::analysis
