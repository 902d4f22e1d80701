// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/file_source.h"

namespace limpid::cli::tracing {

void FileSource::rewind() {
  cursors_.clear();
  for (const limpid::trace::TraceThread& thread : file_.threads()) cursors_.push_back(file_.events(thread));
}

}  // namespace limpid::cli::tracing
