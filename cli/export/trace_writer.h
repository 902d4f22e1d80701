// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/analysis.h"
#include "trace/section.h"

namespace limpid::cli::exporting {

// Writes the timeline of a run, a process after the other, so that a run of many is never in memory whole.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;
  // `timeline`: of the last process of `so_far`, its devices, too.
  virtual void add(const analysis::Timeline& timeline, const analysis::Analysis& so_far) = 0;
  virtual void finish(const analysis::Analysis& analysis) = 0;
};

// One that also takes what threads were in by the events of a trace, after all processes are there. In order of time on each
// thread, and properly nested.
class EventWriter : public TraceWriter {
 public:
  // Something to be in. `place`: where it is in the source. Answers its number.
  virtual uint32_t add_slice_name(tracing::PieceKind kind, const std::string& name,
                                  const analysis::Tree::Key& place) = 0;
  // `thread`: index in Analysis::threads; `name`: such a number.
  virtual void enter(size_t thread, uint64_t time_ns, uint32_t name) = 0;
  virtual void leave(size_t thread, uint64_t time_ns) = 0;
};

// For ui.perfetto.dev and its trace processor: a track for each thread, its timeline as nested slices, and one for each offload
// device, with a track for each kind of its work. `write` gets the bytes, piece by piece.
std::unique_ptr<EventWriter> perfetto_writer(std::function<void(std::string_view)> write);

// An OTF2 archive (version 3) in the new directory `folder`: a location for each thread, its timeline as Enter and
// Leave events, a region for each frame; an accelerator for each offload device, with a stream for each kind of its work. Moments are nanoseconds. Throws Failure if it cannot be written, and where
// this command was built without libotf2.
std::unique_ptr<TraceWriter> otf2_writer(const std::string& folder);

}  // namespace limpid::cli::exporting
