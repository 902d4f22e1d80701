// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/nesting.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace limpid::cli::tracing {
namespace {

// What one thread is in.
class Nest {
 public:
  // The thread runs `task`: further in than those that it left for it, or one of these again.
  void turn_to(uint64_t task, const Builder& builder) {
    const auto found = std::find(tasks_.begin(), tasks_.end(), task);
    if (found != tasks_.end()) {
      tasks_.erase(std::next(found), tasks_.end());
      return;
    }
    if (task == 0) return tasks_.clear();
    std::erase_if(tasks_, [&](uint64_t id) { return !builder.is_live(id); });
    if (tasks_.size() == kDeepest) tasks_.pop_back();
    tasks_.push_back(task);
  }

  template <typename Visit>
  void move(uint32_t stream, const Builder& builder, uint64_t time_ns, const Visit& visit) {
    next_.clear();
    for (const uint64_t task : tasks_) builder.add_levels(task, next_);
    builder.add_own_level(stream, next_);
    const auto common = std::mismatch(open_.begin(), open_.end(), next_.begin(), next_.end()).first;
    leave(stream, static_cast<size_t>(common - open_.begin()), time_ns, visit);
    for (size_t depth = open_.size(); depth < next_.size(); ++depth)
      visit(NestingStep{stream, time_ns, next_[depth], true});
    std::swap(open_, next_);
  }

  template <typename Visit>
  void leave(uint32_t stream, size_t depth, uint64_t time_ns, const Visit& visit) {
    for (; open_.size() > depth; open_.pop_back()) visit(NestingStep{stream, time_ns, open_.back(), false});
  }

 private:
  static constexpr size_t kDeepest = 256;  // tasks; what is further in takes the place of the last one

  std::vector<uint64_t> tasks_;  // outermost first
  std::vector<Level> open_, next_;
};

}  // namespace

uint64_t walk_nesting(EventSource& source, ConstructTable& constructs,
                      const std::function<void(const NestingStep&)>& visit) {
  source.rewind();
  Builder builder(source.streams(), constructs, [](Section&) {});
  std::vector<Nest> nests(source.streams());
  Merge merge(source);
  size_t stream = 0;
  uint64_t now_ns = 0;
  for (Event event; merge.next(&stream, &event);) {
    const auto thread = static_cast<uint32_t>(stream);
    builder.add(thread, event);
    now_ns = event.time_ns;
    nests[stream].turn_to(builder.task_of(thread), builder);
    nests[stream].move(thread, builder, now_ns, visit);
  }
  builder.finish();
  for (stream = 0; stream < nests.size(); ++stream)
    nests[stream].leave(static_cast<uint32_t>(stream), 0, now_ns, visit);
  return builder.measures().lost;
}

}  // namespace limpid::cli::tracing
