// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/times.h"

#include "analysis/state.h"

namespace limpid::cli::analysis {

Times& Times::operator+=(const Times& more) {
  work_ns += more.work_ns;
  wait_ns += more.wait_ns;
  blocked_ns += more.blocked_ns;
  no_processor_ns += more.no_processor_ns;
  return *this;
}

Times times_of(const profile::Sample& sample) {
  Times times;
  if (sample.blocked != profile::BlockedKind::kNone) {
    times.blocked_ns = sample.weight_ns;
    return times;
  }
  bool work = time_kind(sample.state) == TimeKind::kWork;
  // Who waits needs no processor; the runtime's own overhead does.
  times.no_processor_ns = keeps_others_waiting(sample.state) ? sample.no_processor_ns : 0;
  (work ? times.work_ns : times.wait_ns) = sample.weight_ns - times.no_processor_ns;
  return times;
}

}  // namespace limpid::cli::analysis
