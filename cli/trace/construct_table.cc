// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/construct_table.h"

#include <omp-tools.h>

#include <utility>

namespace limpid::cli::tracing {

namespace {

constexpr size_t kMost = 65'000;  // and one of each sort without a place

}  // namespace

std::string_view sort_name(Sort sort) {
  static constexpr std::string_view kNames[] = {
      "serial code", "parallel", "teams",    "task",     "taskwait",  "taskgroup",
      "barrier",     "loop",     "sections", "single",   "workshare", "distribute",
      "taskloop",    "scope",    "lock",     "critical", "atomic",    "ordered"};
  return kNames[static_cast<size_t>(sort)];
}

Sort sort_of_work(uint8_t work) {
  switch (work) {
    case ompt_work_sections:
      return Sort::kSections;
    case ompt_work_single_executor:
    case ompt_work_single_other:
      return Sort::kSingle;
    case ompt_work_workshare:
    case ompt_work_workdistribute:
      return Sort::kWorkshare;
    case ompt_work_distribute:
      return Sort::kDistribute;
    case ompt_work_taskloop:
      return Sort::kTaskloop;
    case ompt_work_scope:
      return Sort::kScope;
    default:
      return Sort::kLoop;
  }
}

Sort sort_of_mutex(uint8_t mutex) {
  switch (mutex) {
    case ompt_mutex_critical:
      return Sort::kCritical;
    case ompt_mutex_atomic:
      return Sort::kAtomic;
    case ompt_mutex_ordered:
      return Sort::kOrdered;
    default:
      return Sort::kLock;
  }
}

ConstructTable::ConstructTable(SamePlace same_place) : same_place_(std::move(same_place)) {
  constructs_.push_back({});
  numbers_[{}] = 0;
}

uint16_t ConstructTable::number(Sort sort, uint32_t place) {
  Construct construct{sort, same_place_ && place != 0 ? same_place_(place) : place};
  const bool full = constructs_.size() >= kMost && !numbers_.contains(construct);
  if (full) construct.place = 0;
  const auto [found, added] = numbers_.try_emplace(construct, static_cast<uint16_t>(constructs_.size()));
  if (added) constructs_.push_back(construct);
  return found->second;
}

}  // namespace limpid::cli::tracing
