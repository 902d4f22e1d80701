// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/span.h"

#include "core/task/copy_bytes.h"
#include "core/task/included.h"
#include "core/team/team.h"
#include "events/spine.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

constexpr size_t kMostData = 1024;  // of a task; it is copied to the stack
constexpr uint64_t kTasksPerThread = 4;

constexpr int64_t kGiftNs = 2000;  // about what it costs two threads when one takes a span from the other
constexpr uint64_t kMostUnseen = 64;

// How long the tasks of a span take, from those that ran; at first from those that others ran. The clock is
// read again after about kGiftNs, so that one long task among short ones is noticed before the next, and not
// with each task, which may take less time than a look at the clock.
class Pace {
 public:
  explicit Pace(SpreadLoop& loop) : loop_(loop), task_ns_(loop.task_ns.load(std::memory_order_relaxed)) {}

  [[nodiscard]] bool wants_look(uint64_t done) const { return done >= next_look_; }

  void look(uint64_t done) {
    const int64_t now = platform::monotonic_ns();
    if (done == 0) {
      began_ = now;
    } else {
      const bool news = task_ns_ < 0;
      task_ns_ = (now - began_) / static_cast<int64_t>(done);
      if (news) loop_.task_ns.store(task_ns_, std::memory_order_relaxed);
    }
    const int64_t unseen = task_ns_ < 0 ? 1 : kGiftNs / (task_ns_ + 1);
    next_look_ = done + (unseen < 1 ? 1 : unseen > int64_t{kMostUnseen} ? kMostUnseen : unseen);
  }

  [[nodiscard]] bool is_known() const { return task_ns_ >= 0; }

  // As far as is known each task may be worth giving away.
  [[nodiscard]] bool may_be_long() const { return task_ns_ < 0 || task_ns_ > kGiftNs; }

  // Whether so many tasks take longer than giving them away.
  [[nodiscard]] bool worth_giving(uint64_t tasks) const {
    return may_be_long() || task_ns_ * static_cast<int64_t>(tasks) > kGiftNs;
  }

 private:
  SpreadLoop& loop_;
  int64_t task_ns_;  // mean; -1: not known
  int64_t began_ = 0;
  uint64_t next_look_ = 0;
};

// Tasks [begin, end) of the loop.
struct Span {
  SpreadLoop* loop;
  uint64_t begin;
  uint64_t end;
};

void run_span(void* data);

void defer(Thread& self, Span span) {
  TaskSpec carrier;
  carrier.body = run_span;
  carrier.data = &span;
  carrier.data_size = sizeof span;
  carrier.flags = kTaskCarrier;
  create_task(self, carrier);
}

void give_away_from(Thread& self, Span& span, uint64_t first) {
  if (first == span.end) return;
  defer(self, {span.loop, first, span.end});
  span.end = first;
}

// Lets others have what this thread need not do itself. Nothing hides behind a task that may take long; of
// short ones the upper half goes when thieves find nothing else here.
void share(Thread& self, Span& span, const Pace& pace) {
  auto& ready = self.member->tasks.ready;
  if (!ready.has_room()) return;  // it would be run before this returned, and what it shares inside that
  if (pace.may_be_long()) {
    give_away_from(self, span, span.begin + 1);
    return;
  }
  const uint64_t middle = span.begin + (span.end - span.begin + 1) / 2;
  if (ready.size() == 0 && pace.worth_giving(span.end - middle)) give_away_from(self, span, middle);
}

void run_one(IncludedSeries& series, const SpreadLoop& loop, uint64_t index) {
  const TaskSpec& task = loop.spec.task;
  const TaskloopChunk chunk = chunk_at(loop.spec, loop.split, index);
  alignas(Task) char data[kMostData];
  copy_bytes(data, task.data, task.data_size);
  task.amend(data, &chunk);
  series.run(data, loop.caller);
}

void run_tasks(Thread& self, Span span) {
  const TaskSpec& task = span.loop->spec.task;
  IncludedSeries series(self, task.body, task.flags | kTaskTaskloop);
  Pace pace(*span.loop);
  uint64_t done = 0;
  for (; span.begin != span.end; ++span.begin, ++done) {
    if (pace.wants_look(done)) {
      pace.look(done);
      share(self, span, pace);
    }
    run_one(series, *span.loop, span.begin);
  }
  if (!pace.is_known()) pace.look(done);
}

void run_span(void* data) {
  run_tasks(this_thread(), *static_cast<const Span*>(data));
}

bool anyone_listens_to_tasks() {
  return events::listening(events::Event::task_create) || events::listening(events::Event::task_schedule);
}

}  // namespace

bool can_be_spread(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split) {
  const TaskSpec& task = spec.task;
  const uint32_t threads = self.team->size;
  return spec.grouped && task.deferrable && threads > 1 && split.tasks > kTasksPerThread * threads &&
         task.copy == nullptr && task.priority == 0 && task.data_size <= kMostData &&
         task.data_align <= alignof(Task) && !self.task->is(kTaskFinal) && !anyone_listens_to_tasks();
}

void spread_tasks(Thread& self, SpreadLoop& loop) {
  run_tasks(self, {&loop, 0, loop.split.tasks});
}

}  // namespace limpid::core
