// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/dependences.h"

#include <omp-tools.h>

#include <algorithm>

namespace limpid::cli::tracing {
namespace {

bool is_all_memory(uint8_t type) {
  return type == ompt_dependence_type_out_all_memory || type == ompt_dependence_type_inout_all_memory;
}

// Types that differ here order differently.
uint8_t plain(uint8_t type) {
  const bool set = type == ompt_dependence_type_in || type == ompt_dependence_type_mutexinoutset ||
                   type == ompt_dependence_type_inoutset;
  return set ? type : uint8_t{ompt_dependence_type_inout};
}

class Order {
 public:
  Order(Section& section, DependenceTable& table, uint32_t task)
      : section_(section), table_(table), task_(task) {}

  void add(uint64_t address, uint8_t type) {
    DependenceTable::Last& last = table_.last[address];
    if (last.generation == kNone && table_.all_memory != kNone) {
      start(last, ompt_dependence_type_inout);
      join(last.generation, table_.all_memory);
    }
    const bool joins = last.generation != kNone && last.type == type && type != ompt_dependence_type_inout;
    if (!joins) start(last, type);
    join(last.generation, task_);
  }

  void add_all_memory() {
    for (auto& [address, last] : table_.last) {
      start(last, ompt_dependence_type_inout);
      join(last.generation, task_);
    }
    table_.all_memory = task_;
  }

  uint32_t unmet() const { return unmet_; }

 private:
  void start(DependenceTable::Last& last, uint8_t type) {
    const auto generation = static_cast<uint32_t>(section_.generations.size());
    section_.generations.emplace_back();
    section_.generations.back().exclusive = type == ompt_dependence_type_mutexinoutset;
    if (last.generation != kNone) {
      section_.generations[last.generation].next = generation;
      section_.generations.back().previous = last.generation;
    }
    last = {generation, type};
  }

  void join(uint32_t number, uint32_t task) {
    Generation& generation = section_.generations[number];
    const auto item = static_cast<uint32_t>(section_.items.size());
    section_.items.push_back({task, number, section_.tasks[task].items, generation.first_item});
    section_.tasks[task].items = item;
    generation.first_item = item;
    ++generation.members;
    // The task before all others on a new address may be complete: who asks for it again waits in vain.
    if (task != task_ && !section_.tasks[task].unfinished) return;
    ++generation.unfinished;
    if (task == task_ && generation.previous != kNone &&
        section_.generations[generation.previous].unfinished != 0)
      ++unmet_;
  }

  Section& section_;
  DependenceTable& table_;
  uint32_t task_;
  uint32_t unmet_ = 0;
};

}  // namespace

uint32_t order_task(Section& section, DependenceTable& table, uint32_t task,
                    const std::vector<std::pair<uint64_t, uint8_t>>& dependences) {
  Order order(section, table, task);
  std::vector<std::pair<uint64_t, uint8_t>> sorted;
  bool all_memory = false;
  for (const auto& [address, type] : dependences) {
    const bool across_iterations = type == ompt_dependence_type_source || type == ompt_dependence_type_sink;
    all_memory |= is_all_memory(type);
    if (!across_iterations && !is_all_memory(type)) sorted.emplace_back(address, plain(type));
  }
  if (all_memory) {
    order.add_all_memory();
    return order.unmet();
  }
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    const auto& [address, type] = sorted[i];
    if (i > 0 && sorted[i - 1].first == address) continue;
    const bool mixed =
        std::any_of(sorted.begin() + static_cast<ptrdiff_t>(i), sorted.end(),
                    [&](const auto& other) { return other.first == address && other.second != type; });
    order.add(address, mixed ? uint8_t{ompt_dependence_type_inout} : type);
  }
  return order.unmet();
}

}  // namespace limpid::cli::tracing
