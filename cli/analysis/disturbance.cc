// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/disturbance.h"

#include <algorithm>

#include "analysis/analysis.h"

namespace limpid::cli::analysis {
namespace {

// From the recorder's thread being woken up to the handler in another thread: 25 to 50 us on virtual machines,
// less on others.
constexpr double kAskingNs = 50'000;

}  // namespace

double disturbed_share(const Run& run, const Region& region) {
  bool all_taken = run.processors == 0 || region.mean_team >= static_cast<double>(run.processors);
  if (!all_taken || !region.counted || region.count == 0 || region.mean_team < 2) return 0;
  double instance_ns = static_cast<double>(region.elapsed_ns) / static_cast<double>(region.count);
  return instance_ns > 0 ? std::min(1.0, kAskingNs / instance_ns) : 1;
}

}  // namespace limpid::cli::analysis
