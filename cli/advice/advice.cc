// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "advice/advice.h"

#include <algorithm>

#include "advice/rules.h"

namespace limpid::cli::advice {

std::vector<Advice> advise(const analysis::Analysis& analysis) {
  Findings findings;
  advise_on_short_regions(analysis, findings);
  advise_on_fine_tasks(analysis, findings);
  advise_on_fine_chunks(analysis, findings);
  advise_on_imbalance(analysis, findings);
  advise_on_locks(analysis, findings);
  advise_on_serial_code(analysis, findings);
  advise_on_processors(analysis, findings);
  advise_on_devices(analysis, findings);
  advise_on_settings(analysis, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Advice& a, const Advice& b) { return a.gain_ns > b.gain_ns; });
  return findings;
}

}  // namespace limpid::cli::advice
