// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/source.h"

#include <algorithm>
#include <functional>

#include "trace_codec.h"

namespace limpid::cli::tracing {
namespace {

// Causes first: 0 lets others go on, 1 begins, 2 has waited for others, 3 for all of them.
int turn_of(const Event& event) {
  switch (event.kind) {
    case EventKind::kThreadBegin:
    case EventKind::kParallelBegin:
    case EventKind::kTaskCreate:
    case EventKind::kDependence:
    case EventKind::kMutexReleased:
    case EventKind::kSyncBegin:
    case EventKind::kWaitBegin:
    case EventKind::kTaskEnd:
      return 0;
    case EventKind::kTaskSchedule:
      return event.detail == limpid::trace::kStatusSwitch ? 1 : 0;
    case EventKind::kMutexAcquired:
    case EventKind::kSyncEnd:
    case EventKind::kWaitEnd:
    case EventKind::kImplicitEnd:
      return 2;
    case EventKind::kParallelEnd:
    case EventKind::kThreadEnd:
      return 3;
    default:
      return 1;
  }
}

}  // namespace

bool EventList::next(size_t stream, Event* out) {
  if (at_[stream] == streams_[stream].size()) return false;
  *out = streams_[stream][at_[stream]++];
  return true;
}

Merge::Merge(EventSource& source) : source_(source), heads_(source.streams()) {
  for (size_t stream = 0; stream < heads_.size(); ++stream) advance(stream);
}

void Merge::advance(size_t stream) {
  const uint64_t before_ns = heads_[stream].time_ns;
  if (!source_.next(stream, &heads_[stream])) return;
  heads_[stream].time_ns = std::max(heads_[stream].time_ns, before_ns);
  heap_.push_back({heads_[stream].time_ns, turn_of(heads_[stream]), stream});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

bool Merge::next(size_t* stream, Event* out) {
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
  *stream = heap_.back().stream;
  heap_.pop_back();
  *out = heads_[*stream];
  advance(*stream);
  return true;
}

}  // namespace limpid::cli::tracing
