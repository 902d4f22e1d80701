// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the grouping of processors from /sys.
#include "platform/topology.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace limpid::platform {
namespace {

constexpr std::uint32_t kUnknown = 0xffffffff;

// Reads the first line of the file that the format names; false when there is none.
[[gnu::format(printf, 3, 4)]] bool read_line(char* line, std::size_t size, const char* format, ...) {
  char path[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(path, sizeof path, format, arguments);
  va_end(arguments);
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return false;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t bytes = read(file, line, size - 1);
  close(file);
  if (bytes <= 0) return false;
  line[bytes] = '\0';
  line[strcspn(line, "\n")] = '\0';
  return true;
}

// A kernel list "0-3,8" begins with its smallest member, which serves as the name of the group.
std::uint32_t leading_number(const char* line) {
  char* end = nullptr;
  const unsigned long value = strtoul(line, &end, 10);
  return end == line || value >= kUnknown ? kUnknown : static_cast<std::uint32_t>(value);
}

std::uint32_t core_of(const char* root, std::uint32_t cpu) {
  char line[4096];
  const bool found = read_line(line, sizeof line, "%s/cpu/cpu%u/topology/core_cpus_list", root, cpu) ||
                     read_line(line, sizeof line, "%s/cpu/cpu%u/topology/thread_siblings_list", root, cpu);
  const std::uint32_t first = found ? leading_number(line) : kUnknown;
  return first == kUnknown ? cpu : first;
}

std::uint32_t socket_of(const char* root, std::uint32_t cpu) {
  char line[64];
  if (!read_line(line, sizeof line, "%s/cpu/cpu%u/topology/physical_package_id", root, cpu)) return 0;
  const std::uint32_t id = leading_number(line);  // the file contains -1 where the kernel does not know
  return id == kUnknown ? 0 : id;
}

std::uint32_t last_level_cache_of(const char* root, std::uint32_t cpu) {
  char line[4096];
  std::uint32_t best_level = 0;
  std::uint32_t group = kUnknown;
  for (unsigned index = 0;; ++index) {
    if (!read_line(line, sizeof line, "%s/cpu/cpu%u/cache/index%u/level", root, cpu, index)) return group;
    const std::uint32_t level = leading_number(line);
    if (level == kUnknown || level < best_level) continue;
    if (!read_line(line, sizeof line, "%s/cpu/cpu%u/cache/index%u/shared_cpu_list", root, cpu, index))
      continue;
    best_level = level;
    group = leading_number(line);
  }
}

void add_list(const char* text, CpuSet& set) {
  while (*text >= '0' && *text <= '9') {
    char* end = nullptr;
    unsigned long first = strtoul(text, &end, 10);
    unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
    for (; first <= last && first < kMaxProcessors; ++first) set.add(static_cast<std::uint32_t>(first));
    if (*end != ',') return;
    text = end + 1;
  }
}

void fill_numa_domains(const char* root, Topology& topology) {
  char line[16384];
  if (!read_line(line, sizeof line, "%s/node/online", root)) return;
  CpuSet nodes;  // node numbers have the same list syntax, and fewer members
  add_list(line, nodes);
  constexpr auto kNuma = static_cast<std::uint32_t>(TopologyLevel::kNumaDomain);
  for (std::uint32_t node = nodes.next(0); node < kMaxProcessors; node = nodes.next(node + 1)) {
    if (!read_line(line, sizeof line, "%s/node/node%u/cpulist", root, node)) continue;
    CpuSet members;
    add_list(line, members);
    for (std::uint32_t i = 0; i < topology.count; ++i)
      if (members.has(topology.processors[i].id)) topology.processors[i].group[kNuma] = node;
  }
}

Processor describe(const char* root, std::uint32_t cpu) {
  const std::uint32_t socket = socket_of(root, cpu);
  const std::uint32_t cache = last_level_cache_of(root, cpu);
  // A group without a number of its own takes the socket's, moved out of the range of processor numbers.
  const std::uint32_t stand_in = kMaxProcessors + socket;
  return {cpu, {cpu, core_of(root, cpu), socket, cache == kUnknown ? stand_in : cache, stand_in}};
}

int neighbours_first(const void* left, const void* right) {
  const auto& a = *static_cast<const Processor*>(left);
  const auto& b = *static_cast<const Processor*>(right);
  constexpr TopologyLevel kOrder[] = {TopologyLevel::kSocket, TopologyLevel::kNumaDomain,
                                      TopologyLevel::kLastLevelCache, TopologyLevel::kCore};
  for (TopologyLevel level : kOrder)
    if (a.group_at(level) != b.group_at(level)) return a.group_at(level) < b.group_at(level) ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

}  // namespace

Topology read_topology(const char* system_root, const CpuSet& wanted) {
  Topology topology;
  const std::uint32_t count = wanted.count();
  topology.processors = static_cast<Processor*>(calloc(count > 0 ? count : 1, sizeof(Processor)));
  if (topology.processors == nullptr) return topology;
  for (std::uint32_t cpu = wanted.next(0); cpu < kMaxProcessors; cpu = wanted.next(cpu + 1))
    topology.processors[topology.count++] = describe(system_root, cpu);
  fill_numa_domains(system_root, topology);
  qsort(topology.processors, topology.count, sizeof(Processor), neighbours_first);
  return topology;
}

void release_topology(Topology& topology) {
  free(topology.processors);
  topology = Topology();
}

}  // namespace limpid::platform
