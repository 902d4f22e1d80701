// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile_reader.h"
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

// Opens the trace of the run that a profile is of. nullptr: there is none, or it is not readable; then `*why` says
// what is wrong with it, or is empty if nobody asked for one.
std::unique_ptr<FileSource> open_trace(const std::string& profile_path, const profile::Profile& profile,
                                       std::string* why);

}  // namespace limpid::cli::tracing
