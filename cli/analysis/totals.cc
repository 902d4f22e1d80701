// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/totals.h"

#include <algorithm>

namespace limpid::cli::analysis {

std::optional<uint32_t> awaited_device(const profile::Sample& sample) {
  if (!waits_for_a_device(sample.state) || sample.wait_id == 0 || sample.wait_id > UINT32_MAX)
    return std::nullopt;
  return static_cast<uint32_t>(sample.wait_id - 1);
}

void Totals::add_state(const profile::Sample& sample, const Times& more) {
  const uint64_t ns = more.work_ns + more.wait_ns;
  if (ns == 0) return;
  if (const std::optional<uint32_t> device = awaited_device(sample)) {
    by_device[*device] += ns;
  } else {
    by_state[sample.state] += ns;
  }
}

std::vector<NamedTime> states_of(const Totals& totals, TimeKind kind) {
  std::vector<NamedTime> named;
  for (const auto& [state, ns] : totals.by_state) {
    if (time_kind(state) != kind || ns == 0) continue;
    std::string name = state_name(state);
    auto same = std::find_if(named.begin(), named.end(), [&](const NamedTime& n) { return n.name == name; });
    if (same == named.end()) same = named.insert(same, {name, 0});
    same->ns += ns;
  }
  if (kind == TimeKind::kWait) {
    for (const auto& [device, ns] : totals.by_device) named.push_back({device_wait_name(device), ns});
  }
  return named;
}

}  // namespace limpid::cli::analysis
