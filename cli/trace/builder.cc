// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/builder.h"

#include <utility>

namespace limpid::cli::tracing {

Builder::Builder(size_t threads, ConstructTable& constructs, Sink sink)
    : constructs_(constructs), sink_(std::move(sink)), threads_(threads) {
  for (size_t i = 0; i < threads; ++i) section_.add_thread();
}

void Builder::add(uint32_t thread, const Event& event) {
  if (first_ns_ == kNever) {
    first_ns_ = in_flight_since_ns_ = event.time_ns;
    section_.restart(event.time_ns);
  }
  now_ns_ = event.time_ns;
  ++measures_.events;
  LiveThread& self = threads_[thread];
  if (!self.begun) begin_thread(thread);
  if (event.kind != EventKind::kDependence && self.depends != 0) settle_dependences(thread);
  const bool asks_on = event.kind == EventKind::kMutexAcquired && event.other == self.lock;
  if (self.lock != 0 && !asks_on) {  // it did not get it
    close(thread);
    self.lock = 0;
    open(thread);
  }
  section_.last_thread = thread;
  handle(thread, event);
  open(thread);
  if (section_.steps.size() >= section_steps) cut_if_possible();
}

void Builder::handle(uint32_t thread, const Event& event) {
  switch (event.kind) {
    case EventKind::kThreadEnd:
      return end_thread(thread);
    case EventKind::kParallelBegin:
      return begin_parallel(thread, event);
    case EventKind::kParallelEnd:
      return end_parallel(thread, event);
    case EventKind::kImplicitBegin:
      return begin_implicit(thread, event);
    case EventKind::kImplicitEnd:
      return end_implicit(thread, event);
    case EventKind::kWorkBegin:
      return begin_work(thread, event);
    case EventKind::kWorkEnd:
      return end_work(thread, event);
    case EventKind::kDispatch:
      return dispatch(thread, event);
    case EventKind::kTaskCreate:
      return create_task(thread, event);
    case EventKind::kTaskSchedule:
      return schedule(thread, event);
    case EventKind::kDependence:
      return list_dependence(thread, event);
    case EventKind::kSyncBegin:
      return begin_sync(thread, event);
    case EventKind::kSyncEnd:
      return end_sync(thread, event);
    case EventKind::kWaitBegin:
      return begin_wait(thread, event);
    case EventKind::kMutexAcquire:
      return ask_for_lock(thread, event);
    case EventKind::kMutexAcquired:
      return take_lock(thread, event);
    case EventKind::kMutexReleased:
      return give_lock(thread, event);
    case EventKind::kPause:
    case EventKind::kResume:
    case EventKind::kLost:
      return lose(thread, event);
    case EventKind::kTaskEnd:
      return fulfil(thread, event.id, true);
    default:  // says nothing about order or time
      return;
  }
}

void Builder::finish() {
  if (first_ns_ == kNever) return;
  for (uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].depends != 0) settle_dependences(thread);
  }
  count_in_flight(0);
  measures_.open_tasks = in_flight_;
  cut();
}

}  // namespace limpid::cli::tracing
