// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of otf2.cc where libotf2 was not there at build time.
#include "base/failure.h"
#include "export/trace_writer.h"

namespace limpid::cli::exporting {

std::unique_ptr<TraceWriter> otf2_writer(const std::string&) {
  throw Failure(kExitBadInput,
                "this limpid was built without libotf2 (Debian: libopen-trace-format2-dev): no --otf2");
}

}  // namespace limpid::cli::exporting
