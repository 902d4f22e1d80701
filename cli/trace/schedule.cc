// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/schedule.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace limpid::cli::tracing {
namespace {

class Threads {
 public:
  Threads(const Section& section, const Speeds& speeds)
      : section_(section),
        execution_(section, speeds, true),
        workers_(section.history.size()),
        worker_of_(section.tasks.size(), kNone),
        locks_(section.locks) {
    for (size_t i = 0; i < section.generations.size(); ++i) exclusive_ |= section.generations[i].exclusive;
    if (exclusive_) busy_.assign(section.generations.size(), false);
  }

  Replay run() {
    for (const uint32_t task : execution_.roots()) {
      const uint32_t thread = section_.tasks[task].thread;
      const uint64_t begin_ns = section_.tasks[task].begin_ns;
      place(task, thread == kNone ? kNone : thread);
      events_.emplace(begin_ns > section_.begin_ns ? begin_ns - section_.begin_ns : 0, ++order_,
                      worker_of_[task]);
      workers_[worker_of_[task]].idle = false;
    }
    Replay out;
    for (;;) {
      if (events_.empty() && !force_lock() && !force_task()) break;
      if (events_.empty()) continue;
      const auto [time_ns, number, worker] = events_.top();
      events_.pop();
      now_ns_ = time_ns;
      out.elapsed_ns = std::max(out.elapsed_ns, now_ns_);
      todo_.push_back(worker);
      drain();
    }
    out.whole = execution_.is_over();
    return out;
  }

 private:
  using Due = std::tuple<uint64_t, uint64_t, uint32_t>;  // when, order, worker
  struct Worker {
    std::vector<uint32_t> stack;  // tasks that it began, the one that it runs last
    std::deque<uint32_t> queue;   // tasks that it made ready
    bool idle = true;
  };
  struct Lock {
    uint32_t holder = kNone;  // task
    uint32_t depth = 0;
    std::deque<uint32_t> waiting;  // tasks
  };

  // Puts a task on a worker's stack: on this one if it has nothing to do, else on a new one.
  void place(uint32_t task, uint32_t wanted) {
    const bool free = wanted != kNone && wanted < workers_.size() && workers_[wanted].stack.empty();
    if (!free) {
      wanted = static_cast<uint32_t>(workers_.size());
      workers_.emplace_back();
    }
    push(task, wanted);
  }

  void push(uint32_t task, uint32_t worker) {
    workers_[worker].stack.push_back(task);
    worker_of_[task] = worker;
  }

  void drain() {
    while (!todo_.empty()) {
      const uint32_t worker = todo_.back();
      todo_.pop_back();
      workers_[worker].idle = false;
      go_on(worker);
    }
  }

  // Lets a worker run until it works or has nothing to do.
  void go_on(uint32_t worker) {
    while (!workers_[worker].stack.empty()) {
      const uint32_t task = workers_[worker].stack.back();
      const Execution::Pause pause = execution_.run(task, &now_ns_);
      const bool works = pause.stop == Execution::Stop::kWork;
      if (works) events_.emplace(now_ns_ + pause.value, ++order_, worker);
      const bool refused =
          pause.stop == Execution::Stop::kAcquire && !acquire(task, static_cast<uint32_t>(pause.value));
      if (pause.stop == Execution::Stop::kRelease) release(task, static_cast<uint32_t>(pause.value));
      if (pause.stop == Execution::Stop::kEnd) workers_[worker].stack.pop_back();
      spread(worker);
      if (works || refused) return;
      const bool waits = pause.stop == Execution::Stop::kBlocked || pause.stop == Execution::Stop::kEnd;
      if (waits && !find_work(worker)) return;
    }
    workers_[worker].idle = true;
  }

  // True if its uppermost task may go on, or another was put on it.
  bool find_work(uint32_t worker) {
    Worker& self = workers_[worker];
    if (self.stack.empty()) {
      self.idle = true;
      return false;
    }
    const uint32_t top = self.stack.back();
    if (!execution_.is_waiting(top)) return true;
    self.idle = true;
    return take_task(worker);
  }

  bool may_run(uint32_t waiting, uint32_t task) const {
    if (section_.tasks[task].region != section_.tasks[waiting].region) return false;
    if (!execution_.waits_for_descendants(waiting)) return true;
    for (uint32_t at = section_.tasks[task].parent; at != kNone && at >= waiting;
         at = section_.tasks[at].parent) {
      if (at == waiting) return true;
    }
    return false;
  }

  bool take_task(uint32_t worker) {
    Worker& self = workers_[worker];
    const uint32_t top = self.stack.back();
    if (queued_ == 0 || !execution_.waits_for_tasks(top)) return false;
    for (size_t i = 0; i < workers_.size(); ++i) {
      std::deque<uint32_t>& queue = workers_[(worker + i) % workers_.size()].queue;
      while (!queue.empty()) {
        const uint32_t task = i == 0 ? queue.back() : queue.front();
        if (!may_run(top, task)) break;
        i == 0 ? queue.pop_back() : queue.pop_front();
        --queued_;
        if (!enter_exclusive(task)) continue;
        self.idle = false;
        push(task, worker);
        return true;
      }
    }
    return false;
  }

  // Members of a mutexinoutset run one at a time: one that finds another at work is put aside.
  bool enter_exclusive(uint32_t task) {
    if (!exclusive_) return true;
    for (uint32_t at = section_.tasks[task].items; at != kNone; at = section_.items[at].next_of_task) {
      const uint32_t generation = section_.items[at].generation;
      if (!section_.generations[generation].exclusive || !busy_[generation]) continue;
      aside_.emplace_back(generation, task);
      return false;
    }
    set_busy(task, true);
    return true;
  }

  void set_busy(uint32_t task, bool busy) {
    for (uint32_t at = section_.tasks[task].items; at != kNone; at = section_.items[at].next_of_task) {
      const uint32_t generation = section_.items[at].generation;
      if (section_.generations[generation].exclusive) busy_[generation] = busy;
    }
  }

  void leave_exclusive(uint32_t task, uint32_t worker) {
    if (!exclusive_) return;
    set_busy(task, false);
    for (size_t i = aside_.size(); i-- > 0;) {
      if (busy_[aside_[i].first]) continue;
      enqueue(aside_[i].second, worker);
      aside_.erase(aside_.begin() + static_cast<ptrdiff_t>(i));
    }
  }

  void enqueue(uint32_t task, uint32_t worker) {
    workers_[worker].queue.push_back(task);
    ++queued_;
  }

  // Hands out what a step of `worker` made possible.
  void spread(uint32_t worker) {
    for (const Execution::Due& task : execution_.completed) leave_exclusive(task.number, worker);
    for (const Execution::Due& task : execution_.ready) begin(task.number, worker);
    for (const auto& [task, ns] : execution_.unblocked) {
      const uint32_t home = worker_of_[task];
      const bool can = home != kNone && home != worker && workers_[home].idle &&
                       !workers_[home].stack.empty() && workers_[home].stack.back() == task;
      if (can) wake(home);
    }
    for (std::vector<Execution::Due>* list : {&execution_.forked, &execution_.joined, &execution_.ready,
                                              &execution_.unblocked, &execution_.completed})
      list->clear();
    offer(worker);
  }

  void begin(uint32_t task, uint32_t worker) {
    const Task& record = section_.tasks[task];
    if (record.kind == TaskKind::kImplicit) {
      const bool own = record.thread == worker;
      own ? push(task, worker) : place(task, record.thread);
      if (!own) wake(worker_of_[task]);
      return;
    }
    const uint32_t creator = record.parent == kNone ? kNone : worker_of_[record.parent];
    const bool awaited = creator != kNone && !workers_[creator].stack.empty() &&
                         workers_[creator].stack.back() == record.parent &&
                         execution_.awaits(record.parent, task);
    if (!awaited) return enqueue(task, worker);
    push(task, creator);
    if (creator != worker && workers_[creator].idle) wake(creator);
  }

  void wake(uint32_t worker) {
    workers_[worker].idle = false;
    todo_.push_back(worker);
  }

  // Idle workers take what there is.
  void offer(uint32_t worker) {
    for (uint32_t other = 0; other < workers_.size() && queued_ > 0; ++other) {
      const bool can = other != worker && workers_[other].idle && !workers_[other].stack.empty();
      if (can && take_task(other)) todo_.push_back(other);
    }
  }

  bool acquire(uint32_t task, uint32_t number) {
    Lock& lock = locks_[number];
    if (lock.holder != kNone && lock.holder != task) {
      lock.waiting.push_back(task);
      return false;
    }
    lock.holder = task;
    ++lock.depth;
    return true;
  }

  void release(uint32_t task, uint32_t number) {
    Lock& lock = locks_[number];
    if (lock.holder != task || --lock.depth != 0) return;
    hand_over(lock);
  }

  void hand_over(Lock& lock) {
    lock.holder = kNone;
    lock.depth = 0;
    if (lock.waiting.empty()) return;
    lock.holder = lock.waiting.front();
    lock.depth = 1;
    lock.waiting.pop_front();
    todo_.push_back(worker_of_[lock.holder]);
  }

  // Nothing can go on: a release that was not seen, or one that came in another order.
  bool force_lock() {
    for (Lock& lock : locks_) {
      if (lock.waiting.empty()) continue;
      hand_over(lock);
      drain();
      return true;
    }
    return false;
  }

  // Tasks that nobody who waits may run, as threads here went other ways: one thread more runs them.
  bool force_task() {
    for (size_t i = 0; i < workers_.size() && queued_ > 0; ++i) {
      if (workers_[i].queue.empty()) continue;
      const uint32_t task = workers_[i].queue.front();
      workers_[i].queue.pop_front();
      --queued_;
      if (!enter_exclusive(task)) continue;
      place(task, kNone);
      wake(worker_of_[task]);
      drain();
      return true;
    }
    return false;
  }

  const Section& section_;
  Execution execution_;
  std::vector<Worker> workers_;
  std::vector<uint32_t> worker_of_;  // by task
  std::vector<Lock> locks_;
  std::vector<bool> busy_;                            // generations with a member at work
  std::vector<std::pair<uint32_t, uint32_t>> aside_;  // generation, task
  std::vector<uint32_t> todo_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> events_;
  uint64_t now_ns_ = 0;
  uint64_t order_ = 0;
  size_t queued_ = 0;
  bool exclusive_ = false;
};

}  // namespace

Replay replay(const Section& section, const Speeds& speeds) {
  return Threads(section, speeds).run();
}

}  // namespace limpid::cli::tracing
