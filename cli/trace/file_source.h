// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>
#include <vector>

#include "trace/source.h"
#include "trace_reader.h"

namespace limpid::cli::tracing {

// The events of a trace file, a block of each thread in memory at a time.
class FileSource : public EventSource {
 public:
  explicit FileSource(limpid::trace::TraceFile file) : file_(std::move(file)) { rewind(); }

  size_t streams() const override { return cursors_.size(); }
  bool next(size_t stream, Event* out) override { return cursors_[stream].next(out); }
  void rewind() override;

  uint32_t thread_id(size_t stream) const { return file_.threads()[stream].id; }  // in the profile
  const limpid::trace::TraceFile& file() const { return file_; }

 private:
  limpid::trace::TraceFile file_;
  std::vector<limpid::trace::TraceCursor> cursors_;
};

}  // namespace limpid::cli::tracing
