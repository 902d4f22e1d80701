// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/blocked.h"
#include "analysis/state.h"
#include "analysis/times.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

struct Totals {
  Times times;
  std::map<uint16_t, uint64_t> by_state;   // ompt_state_t: work and wait
  std::map<uint32_t, uint64_t> by_device;  // waiting for a device, where it is known which; in no state above
  std::map<BlockedKind, uint64_t> by_blocked;  // what the user's code was blocked in

  // Work and waiting, of a sample with these times.
  void add_state(const profile::Sample& sample, const Times& times);
};

// The device that the sample's thread waits for; nothing if it waits for none, or it is not known for which.
std::optional<uint32_t> awaited_device(const profile::Sample& sample);

// A sum of the totals under one name.
struct NamedTime {
  std::string name;
  uint64_t ns = 0;
};

// Work, or waiting, by the word for the thread's state; in the order of the states, devices last.
std::vector<NamedTime> states_of(const Totals& totals, TimeKind kind);

}  // namespace limpid::cli::analysis
