// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/span.h"

#include <algorithm>
#include <unordered_map>

namespace limpid::cli::tracing {
namespace {

// A thread for each task: whatever can go on goes on.
class Unlimited {
 public:
  Unlimited(const Section& section, const Speeds& speeds, Span& out)
      : section_(section), execution_(section, speeds, false), out_(out), held_(section.locks) {
    out_.region_work_ns.assign(section.regions.size(), 0);
    out_.region_span_ns.assign(section.regions.size(), 0);
  }

  void run() {
    for (const uint32_t task : execution_.roots()) todo_.push_back({task, 0});
    while (!todo_.empty()) {
      const Execution::Due next = todo_.back();
      todo_.pop_back();
      go_on(next.number, next.ns);
    }
    sum_up_regions();
    for (const uint64_t held_ns : held_) out_.held_ns = std::max(out_.held_ns, held_ns);
  }

 private:
  // Until it waits or ends. In which order tasks have their turns does not matter.
  void go_on(uint32_t task, uint64_t now_ns) {
    for (bool on = true; on;) {
      const Execution::Pause pause = execution_.run(task, &now_ns);
      const auto lock = static_cast<uint32_t>(pause.value);
      on = pause.stop != Execution::Stop::kBlocked && pause.stop != Execution::Stop::kEnd;
      if (pause.stop == Execution::Stop::kAcquire) locks_of_[task].push_back(lock);
      if (pause.stop == Execution::Stop::kRelease) leave(task, lock);
      if (pause.stop == Execution::Stop::kWork) {
        add_work(task, pause.value);
        now_ns += pause.value;
      }
    }
    out_.span_ns = std::max(out_.span_ns, now_ns);
    for (const Execution::Due& region : execution_.forked) out_.region_span_ns[region.number] = region.ns;
    for (const Execution::Due& region : execution_.joined)
      out_.region_span_ns[region.number] = region.ns - out_.region_span_ns[region.number];
    todo_.insert(todo_.end(), execution_.ready.begin(), execution_.ready.end());
    todo_.insert(todo_.end(), execution_.unblocked.begin(), execution_.unblocked.end());
    for (std::vector<Execution::Due>* list : {&execution_.forked, &execution_.joined, &execution_.ready,
                                              &execution_.unblocked, &execution_.completed})
      list->clear();
  }

  void add_work(uint32_t task, uint64_t ns) {
    out_.work_ns += ns;
    const uint32_t region = section_.tasks[task].region;
    if (region != kNone) out_.region_work_ns[region] += ns;
    const auto locks = locks_of_.find(task);
    if (locks == locks_of_.end()) return;
    for (const uint32_t lock : locks->second) held_[lock] += ns;
  }

  void leave(uint32_t task, uint32_t lock) {
    std::vector<uint32_t>& locks = locks_of_[task];
    const auto last = std::find(locks.rbegin(), locks.rend(), lock);
    if (last != locks.rend()) locks.erase(std::next(last).base());
    if (locks.empty()) locks_of_.erase(task);
  }

  // Regions inside come behind those around them.
  void sum_up_regions() {
    for (size_t i = section_.regions.size(); i-- > 0;) {
      const uint32_t parent = section_.regions[i].parent;
      const uint32_t around = parent == kNone ? kNone : section_.tasks[parent].region;
      if (around != kNone && around < i) out_.region_work_ns[around] += out_.region_work_ns[i];
    }
  }

  const Section& section_;
  Execution execution_;
  Span& out_;
  std::vector<uint64_t> held_;                                    // work, by lock
  std::unordered_map<uint32_t, std::vector<uint32_t>> locks_of_;  // by task
  std::vector<Execution::Due> todo_;
};

}  // namespace

Span span_of(const Section& section, const Speeds& speeds) {
  Span out;
  Unlimited(section, speeds, out).run();
  return out;
}

}  // namespace limpid::cli::tracing
