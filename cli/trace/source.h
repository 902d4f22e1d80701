// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where events come from: one stream for each thread, and the merging of them by time.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace_event.h"

namespace limpid::cli::tracing {

using limpid::trace::Event;
using limpid::trace::EventKind;

// The streams of one process. Streams are numbered from 0; each is read once, from its begin.
class EventSource {
 public:
  virtual ~EventSource() = default;
  virtual size_t streams() const = 0;
  virtual bool next(size_t stream, Event* out) = 0;
  virtual void rewind() = 0;
};

// Events that are in memory.
class EventList : public EventSource {
 public:
  explicit EventList(std::vector<std::vector<Event>> streams) : streams_(std::move(streams)) { rewind(); }

  size_t streams() const override { return streams_.size(); }
  bool next(size_t stream, Event* out) override;
  void rewind() override { at_.assign(streams_.size(), 0); }

 private:
  std::vector<std::vector<Event>> streams_;
  std::vector<size_t> at_;
};

// All streams in order of time. At one moment what lets others go on (a release, the end of a task, coming to a barrier)
// is before what goes on by it, as far as each stream's own order allows, and what is alike in the order of the streams;
// a stream whose time falls back is held at the latest moment that it had.
class Merge {
 public:
  explicit Merge(EventSource& source);
  bool next(size_t* stream, Event* out);

 private:
  struct Head {
    uint64_t time_ns;
    int turn;  // at one moment
    size_t stream;
    auto operator<=>(const Head&) const = default;
  };
  void advance(size_t stream);

  EventSource& source_;
  std::vector<Event> heads_;  // by stream
  std::vector<Head> heap_;
};

}  // namespace limpid::cli::tracing
