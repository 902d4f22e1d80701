// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/analysis.h"

namespace limpid::cli::exporting {

// Writes the timeline of a run, a process after the other, so that a run of many is never in memory whole.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;
  // `timeline`: of the last process of `so_far`, its devices, too.
  virtual void add(const analysis::Timeline& timeline, const analysis::Analysis& so_far) = 0;
  virtual void finish(const analysis::Analysis& analysis) = 0;
};

// For ui.perfetto.dev and its trace processor: a track for each thread, its timeline as nested slices, and one for each offload
// device, with a track for each kind of its work. `write` gets the bytes, piece by piece.
std::unique_ptr<TraceWriter> perfetto_writer(std::function<void(std::string_view)> write);

// An OTF2 archive (version 3) in the new directory `folder`: a location for each thread, its timeline as Enter and
// Leave events, a region for each frame; an accelerator for each offload device, with a stream for each kind of its work. Moments are nanoseconds. Throws Failure if it cannot be written, and where
// this command was built without libotf2.
std::unique_ptr<TraceWriter> otf2_writer(const std::string& folder);

}  // namespace limpid::cli::exporting
