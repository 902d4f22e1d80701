// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads OMP_PLACES and GOMP_CPU_AFFINITY.
#include "core/icv/environment.h"
#include "core/icv/place_builder.h"
#include "platform/topology.h"

namespace limpid::core {
namespace {

using platform::TopologyLevel;

constexpr std::int64_t kMaxCount = platform::kMaxProcessors;
constexpr const char* kSystemRoot = "/sys/devices/system";

constexpr Word<TopologyLevel> kAbstractNames[] = {
    {"threads", TopologyLevel::kThread},          {"cores", TopologyLevel::kCore},
    {"sockets", TopologyLevel::kSocket},          {"ll_caches", TopologyLevel::kLastLevelCache},
    {"numa_domains", TopologyLevel::kNumaDomain}, {nullptr, {}}};

// [:count[:stride]] after a resource or a place.
struct Interval {
  std::int64_t count = 1;
  std::int64_t stride = 1;
};

bool take_interval(EnvText& text, Interval& interval) {
  if (!text.take(':')) return true;
  if (!text.take_number(1, kMaxCount, interval.count)) return false;
  return !text.take(':') || text.take_number(-kMaxCount, kMaxCount, interval.stride);
}

bool take_processor(EnvText& text, std::int64_t& processor) {
  return text.take_number(0, kMaxCount - 1, processor);
}

// One element of the list in braces: a processor, an interval of processors, or an excluded processor.
bool take_resource(EnvText& text, platform::CpuSet& place) {
  std::int64_t processor = 0;
  if (text.take('!')) {
    if (!take_processor(text, processor)) return false;
    place.remove(static_cast<std::uint32_t>(processor));
    return true;
  }
  Interval interval;
  if (!take_processor(text, processor) || !take_interval(text, interval)) return false;
  for (; interval.count > 0; --interval.count, processor += interval.stride) {
    if (processor < 0 || processor >= kMaxCount) return false;
    place.add(static_cast<std::uint32_t>(processor));
  }
  return true;
}

// {list} or a single processor.
bool take_place(EnvText& text, platform::CpuSet& place) {
  std::int64_t processor = 0;
  if (take_processor(text, processor)) {
    place.add(static_cast<std::uint32_t>(processor));
    return true;
  }
  if (!text.take('{')) return false;
  do {
    if (!take_resource(text, place)) return false;
  } while (text.take(','));
  return text.take('}');
}

bool take_place_interval(EnvText& text, PlaceBuilder& builder) {
  const bool exclude = text.take('!');
  platform::CpuSet place;
  if (!take_place(text, place)) return false;
  if (exclude) {
    builder.remove(place);
    return true;
  }
  Interval interval;
  if (!take_interval(text, interval)) return false;
  for (std::int64_t i = 0; i < interval.count; ++i)
    if (!builder.add_shifted(place, i * interval.stride)) return false;
  return true;
}

bool take_explicit_list(EnvText& text, PlaceBuilder& builder) {
  do {
    if (!take_place_interval(text, builder)) return false;
  } while (text.take(','));
  return text.at_end();
}

void add_groups(TopologyLevel level, std::uint32_t most, PlaceBuilder& builder) {
  platform::CpuSet allowed;
  platform::affinity_of_this_thread(allowed);
  platform::Topology topology = platform::read_topology(kSystemRoot, allowed);
  builder.add_groups(topology, level, most);
  platform::release_topology(topology);
}

bool take_abstract_name(EnvText& text, TopologyLevel level, PlaceBuilder& builder) {
  std::uint32_t most = platform::kMaxProcessors;
  if (text.take('(') && !(text.take_number(1U, platform::kMaxProcessors, most) && text.take(')')))
    return false;
  if (!text.at_end()) return false;
  add_groups(level, most, builder);
  return true;
}

// The result is valid only if at least one place has a processor that this process may use.
bool finish(PlaceBuilder& builder, Environment& environment) {
  platform::CpuSet allowed;
  platform::affinity_of_this_thread(allowed);
  builder.keep_only(allowed);
  if (builder.count() == 0) return false;
  environment.global.places = builder.build();
  return true;
}

// One processor, or "first-last[:stride]", each a place of its own.
bool take_cpu_range(EnvText& text, PlaceBuilder& builder) {
  std::int64_t first = 0;
  if (!take_processor(text, first)) return false;
  std::int64_t last = first;
  std::int64_t stride = 1;
  if (text.take('-')) {
    if (!text.take_number(first, kMaxCount - 1, last)) return false;
    if (text.take(':') && !text.take_number(1, kMaxCount, stride)) return false;
  }
  for (; first <= last; first += stride) {
    platform::CpuSet place;
    place.add(static_cast<std::uint32_t>(first));
    builder.add_shifted(place, 0);
  }
  return true;
}

}  // namespace

bool read_places(EnvText& text, Environment& environment) {
  PlaceBuilder builder;
  TopologyLevel level = TopologyLevel::kThread;
  const bool read = take_one_of(text, kAbstractNames, level) ? take_abstract_name(text, level, builder)
                                                             : take_explicit_list(text, builder);
  return read && finish(builder, environment);
}

bool read_cpu_affinity(EnvText& text, Environment& environment) {
  PlaceBuilder builder;
  while (!text.at_end()) {
    if (!take_cpu_range(text, builder)) return false;
    text.take(',');
  }
  return finish(builder, environment);
}

void make_default_places(Environment& environment) {
  PlaceBuilder builder;
  add_groups(TopologyLevel::kCore, platform::kMaxProcessors, builder);
  finish(builder, environment);
}

}  // namespace limpid::core
