// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/span.h"

#include <algorithm>
#include <queue>
#include <tuple>
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
    for (const uint32_t task : execution_.roots()) go_on(task, 0);
    while (!events_.empty()) {
      const auto [time_ns, number, task] = events_.top();
      events_.pop();
      go_on(task, time_ns);
    }
    sum_up_regions();
    for (const uint64_t held_ns : held_) out_.held_ns = std::max(out_.held_ns, held_ns);
  }

 private:
  using Due = std::tuple<uint64_t, uint64_t, uint32_t>;  // when, order, task

  void go_on(uint32_t first, uint64_t now_ns) {
    out_.span_ns = std::max(out_.span_ns, now_ns);
    todo_.push_back(first);
    while (!todo_.empty()) {
      const uint32_t task = todo_.back();
      todo_.pop_back();
      step(task, now_ns);
      for (const uint32_t region : execution_.forked) out_.region_span_ns[region] = now_ns;
      for (const uint32_t region : execution_.joined)
        out_.region_span_ns[region] = now_ns - out_.region_span_ns[region];
      todo_.insert(todo_.end(), execution_.ready.begin(), execution_.ready.end());
      todo_.insert(todo_.end(), execution_.unblocked.begin(), execution_.unblocked.end());
      for (std::vector<uint32_t>* list : {&execution_.forked, &execution_.joined, &execution_.ready,
                                          &execution_.unblocked, &execution_.completed})
        list->clear();
    }
  }

  void step(uint32_t task, uint64_t now_ns) {
    for (;;) {
      const Execution::Pause pause = execution_.run(task);
      switch (pause.stop) {
        case Execution::Stop::kWork:
          add_work(task, pause.value);
          events_.emplace(now_ns + pause.value, ++order_, task);
          return;
        case Execution::Stop::kAcquire:
          locks_of_[task].push_back(static_cast<uint32_t>(pause.value));
          break;
        case Execution::Stop::kRelease:
          leave(task, static_cast<uint32_t>(pause.value));
          break;
        default:
          return;
      }
    }
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
  std::vector<uint32_t> todo_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> events_;
  uint64_t order_ = 0;
};

}  // namespace

Span span_of(const Section& section, const Speeds& speeds) {
  Span out;
  Unlimited(section, speeds, out).run();
  return out;
}

}  // namespace limpid::cli::tracing
