// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running a range of a taskloop: which tasks run here, which are given away, and when.
#include "core/task/create/lazy_taskloop.h"

#include <algorithm>

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/create/copy_bytes.h"
#include "core/task/create/included.h"
#include "core/task/policy.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

// How long the tasks of a range take: the mean of those that ran here and of those of the loop's last encounter, with the
// weight of policy::kPriorTasks tasks. Not of the loop's other ranges: their tasks may be short where these are long. The
// clock is read about every policy::kTransferNs, so that one long task among short ones is noticed before the next one.
// It is not read for each task, which may take less time than reading the clock. Earlier times may not hold now: until
// the tasks of this range agree with them, at most three times as many run between two readings as were measured; then
// as many as were measured.
class TaskCost {
 public:
  explicit TaskCost(const LazyLoop& loop)
      : loop_(loop),
        prior_ns_(loop.prior_ns),
        task_ns_(prior_ns_),
        spent_ns_(is_known() ? prior_ns_ * policy::kPriorTasks : 0) {}

  // How many tasks may run before the next reading: at least one.
  [[nodiscard]] uint64_t tasks_to_reading(uint64_t done) const { return next_reading_ - done; }

  // The next task begins now, after a look at the thieves: the time since the last reading was not spent in tasks.
  void begin() { read_ns_ = shared_ns_ = platform::monotonic_ns(); }

  void read_clock(uint64_t done) {
    LIMPID_DCHECK(done > 0 && read_ns_ > 0);
    const int64_t now = platform::monotonic_ns();
    if (now - read_ns_ > policy::kClockReadingNs) spent_ns_ += now - read_ns_ - policy::kClockReadingNs;
    const int64_t tasks = prior_tasks() + static_cast<int64_t>(done);
    task_ns_ = spent_ns_ / tasks;
    own_ = true;
    read_ns_ = now;
    const auto affordable = static_cast<uint64_t>(policy::kTransferNs * tasks / (spent_ns_ + 1));
    next_reading_ = done + std::max(uint64_t{1}, std::min(affordable, most_unmeasured(done)));
  }

  // Looking whether thieves find something costs a transfer if one was here. So it is done before the first task,
  // about every policy::kTransferNs after it, and before each task that may be long.
  [[nodiscard]] bool is_time_to_share() const {
    return may_be_long() || read_ns_ - shared_ns_ >= policy::kTransferNs;
  }

  // A look that gave nothing away takes too little time to be worth a reading.
  void looked(bool gave) { gave ? begin() : void(shared_ns_ = read_ns_); }

  // Whether the estimate includes tasks that ran here.
  [[nodiscard]] bool is_own() const { return own_; }

  [[nodiscard]] int64_t task_ns() const { return task_ns_; }

  // Each task may be long enough to be worth giving away.
  [[nodiscard]] bool may_be_long() const { return !is_known() || task_ns_ > policy::kTransferNs; }

  // Whether this many short tasks take longer than giving them away.
  [[nodiscard]] bool worth_giving(uint64_t tasks) const {
    LIMPID_DCHECK(!may_be_long());
    return task_ns_ * static_cast<int64_t>(tasks) > loop_.worth_ns;
  }

 private:
  [[nodiscard]] bool is_known() const { return task_ns_ != TaskCosts::kUnknown; }
  [[nodiscard]] int64_t prior_tasks() const {
    return prior_ns_ == TaskCosts::kUnknown ? 0 : policy::kPriorTasks;
  }

  // How many tasks may run before the next reading, however short they seem.
  [[nodiscard]] uint64_t most_unmeasured(uint64_t done) const {
    return agrees(done) ? std::max(done, policy::kMostUnmeasured)
                        : std::min(policy::kTrust * done, policy::kMostUnmeasured);
  }

  // The tasks that ran here took about as long as those before, as far as one reading of the clock can tell.
  [[nodiscard]] bool agrees(uint64_t done) const {
    return prior_tasks() > 0 && spent_ns_ - prior_ns_ * prior_tasks() <=
                                    2 * (prior_ns_ * static_cast<int64_t>(done) + policy::kClockReadingNs);
  }

  const LazyLoop& loop_;
  const int64_t prior_ns_;
  int64_t task_ns_;
  int64_t spent_ns_;  // in prior tasks and those that ran here
  int64_t read_ns_ = 0;
  int64_t shared_ns_ = 0;
  bool own_ = false;
  uint64_t next_reading_ = 1;
};

// Tasks [begin, end) of the loop.
struct TaskRange {
  LazyLoop* loop;
  uint64_t begin;
  uint64_t end;
};

void run_range(void* data);

void defer(Thread& self, TaskRange range) {
  TaskSpec range_task;
  range_task.body = run_range;
  range_task.data = &range;
  range_task.data_size = sizeof range;
  range_task.flags = kTaskRange;
  create_task(self, range_task);
}

// The encountering thread gives a range away, after so many tasks of its present one.
void note_gift(LazyLoop& loop, uint64_t done) {
  if (loop.ranges++ != 0) return;
  loop.given_ns = platform::monotonic_ns();
  loop.own_tasks = -static_cast<int64_t>(done);  // which are counted with the others when the range ends
}

// Returns whether there was something to give.
bool split_off(Thread& self, TaskRange& range, uint64_t first) {
  LIMPID_DCHECK(first > range.begin && first <= range.end);  // the giver keeps one at least
  if (first == range.end) return false;
  if (range.loop->thread == &self) note_gift(*range.loop, range.begin);
  defer(self, {range.loop, first, range.end});
  range.end = first;
  return true;
}

// Gives all but the next task away, so that none waits behind a long one: in two halves if thieves find nothing else here.
// One of them takes the older half then, and this thread goes on with the other. Were it one range, the threads would take
// all that is left from each other at every task.
bool give_rest(Thread& self, TaskRange& range) {
  auto& ready = self.member->tasks.ready;
  const uint64_t next = range.begin + 1;
  const uint64_t rest = range.end - next;
  if (rest > 1 && ready.size() == 0) split_off(self, range, next + rest / 2);
  return split_off(self, range, next);
}

// Gives part of the range to other threads: while tasks may be long, the rest; if they are short, the upper half when
// thieves find nothing else here. Returns whether it gave.
bool share(Thread& self, TaskRange& range, const TaskCost& cost) {
  LIMPID_DCHECK(range.begin < range.end);
  auto& ready = self.member->tasks.ready;
  if (!ready.has_room()) return false;  // else the range task would run here at once, and share recursively
  if (cost.may_be_long()) return give_rest(self, range);
  const uint64_t middle = range.begin + (range.end - range.begin + 1) / 2;
  return ready.size() == 0 && cost.worth_giving(range.end - middle) && split_off(self, range, middle);
}

// Runs `tasks` tasks with as many iterations each, whose data is in `data`, from the one with `chunk` on.
void run_equal(IncludedSeries& series, char* data, const TaskSpec& task, const TaskloopChunk& chunk,
               uint64_t tasks) {
  ChunkBounds bounds = bounds_of(*task.variable, chunk);
  const uint64_t distance = bounds.end - bounds.start;
  series.run(tasks, [&] {
    copy_bytes(data, task.data, task.data_size);
    set_bounds(data, bounds);
    bounds.advance(distance);
  });
}

// Runs tasks [begin, end) of the loop.
void run_in_order(IncludedSeries& series, char* data, const LazyLoop& loop, uint64_t begin, uint64_t end) {
  while (begin != end) {
    const uint64_t tasks = std::min(end - begin, equal_tasks(loop.split, begin));
    run_equal(series, data, loop.spec.task, chunk_at(loop.spec, loop.split, begin), tasks);
    begin += tasks;
  }
}

// Returns about how long one of the tasks took, in nanoseconds.
int64_t run_tasks(Thread& self, TaskRange range) {
  const TaskSpec& task = range.loop->spec.task;
  alignas(Task) char data[policy::kMostLazyData];
  IncludedSeries series(self, task.body, task.flags | kTaskTaskloop, data, range.loop->caller);
  TaskCost cost(*range.loop);
  uint64_t done = 0;
  share(self, range, cost);
  cost.begin();
  for (;;) {
    const uint64_t tasks = std::min(range.end - range.begin, cost.tasks_to_reading(done));
    run_in_order(series, data, *range.loop, range.begin, range.begin + tasks);
    range.begin += tasks;
    done += tasks;
    if (range.begin == range.end) break;
    cost.read_clock(done);
    if (cost.is_time_to_share()) cost.looked(share(self, range, cost));
  }
  if (!cost.is_own()) cost.read_clock(done);
  if (range.loop->thread == &self) range.loop->own_tasks += static_cast<int64_t>(done);
  return cost.task_ns();
}

void run_range(void* data) {
  Thread& self = this_thread();
  run_tasks(self, *static_cast<const TaskRange*>(data));
}

// No other thread may run one of the tasks.
bool all_are_included(const Thread& self, const TaskSpec& task) {
  return !task.deferrable || self.team->size == 1 || self.task->is(kTaskFinal);
}

// One header and one copy of the data serve the tasks one after the other.
bool may_be_a_series(const TaskSpec& task) {
  return policy::enabled(policy::lazy_taskloop) && task.copy == nullptr &&
         task.data_size <= policy::kMostLazyData && task.data_align <= alignof(Task);
}

}  // namespace

bool can_be_split_lazily(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split) {
  return spec.grouped && !all_are_included(self, spec.task) && may_be_a_series(spec.task) &&
         spec.task.priority == 0 && split.tasks > policy::kLazyTasksPerThread * self.team->size;
}

bool can_run_in_series(const Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split) {
  return split.tasks > 1 && all_are_included(self, spec.task) && may_be_a_series(spec.task);
}

void run_in_series(Thread& self, const LazyLoop& loop) {
  LIMPID_DCHECK(loop.split.tasks > 0);
  const TaskSpec& task = loop.spec.task;
  alignas(Task) char data[policy::kMostLazyData];
  IncludedSeries series(self, task.body, task.flags | kTaskTaskloop, data, loop.caller);
  run_in_order(series, data, loop, 0, loop.split.tasks);
}

void run_lazily(Thread& self, LazyLoop& loop) {
  TaskCosts& task_costs = self.member->tasks.task_costs;
  loop.prior_ns = task_costs.recall(loop.caller);
  loop.worth_ns = std::max(policy::kTransferNs, task_costs.handover_ns());
  loop.own_task_ns = run_tasks(self, {&loop, 0, loop.split.tasks});
  task_costs.remember(loop.caller, loop.own_task_ns);
  if (loop.ranges == 0) task_costs.forget_handover();
}

void note_handover(Thread& self, const LazyLoop& loop) {
  if (loop.ranges == 0) return;
  const int64_t lost_ns = platform::monotonic_ns() - loop.given_ns - loop.own_tasks * loop.own_task_ns;
  self.member->tasks.task_costs.note_handover(lost_ns / loop.ranges);
}

}  // namespace limpid::core
