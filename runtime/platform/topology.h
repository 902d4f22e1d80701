// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the machine's processors are grouped: cores, sockets, last-level caches, NUMA domains.
#pragma once

#include <cstdint>

#include "platform/affinity.h"

namespace limpid::platform {

enum class TopologyLevel : std::uint8_t { kThread, kCore, kSocket, kLastLevelCache, kNumaDomain };
constexpr std::uint32_t kTopologyLevels = 5;

// One hardware thread. `group[level]` names the group it belongs to: two processors share a core (socket, …)
// when the numbers are equal. group[kThread] is the processor's own number. The numbers themselves mean
// nothing else.
struct Processor {
  std::uint32_t id;
  std::uint32_t group[kTopologyLevels];

  [[nodiscard]] std::uint32_t group_at(TopologyLevel level) const {
    return group[static_cast<std::uint32_t>(level)];
  }
};

// The processors of a set, neighbours next to each other (sorted by socket, NUMA domain, last-level cache,
// core, number).
struct Topology {
  Processor* processors = nullptr;
  std::uint32_t count = 0;
};

// Reads the kernel's files under `system_root` ("/sys/devices/system"; tests give a folder of their own)
// about the members of `wanted`. Defaults for what they do not contain: each processor is a core, all are in
// one socket, and each socket has one cache and one NUMA domain. The array is malloc'ed; release it with
// release_topology. A processor count of 0 means that there was no memory.
Topology read_topology(const char* system_root, const CpuSet& wanted);
void release_topology(Topology& topology);

}  // namespace limpid::platform
