// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

using analysis::Cause;
using analysis::Region;

// A loop that is handed out while it runs pays for each chunk. Tasks have a rule of their own, and of short
// regions the beginning and the end are what counts.
void advise_on_fine_chunks(const analysis::Analysis& analysis, Findings& findings) {
  for (const Region& region : analysis.regions) {
    if (!region.sharing.dynamic_loop || region.sharing.tasks || is_short(region)) continue;
    uint64_t gain = gain_in(region, region.losses[Cause::kOverhead]);
    if (!matters(analysis.run, gain, region.mean_team)) continue;
    Advice advice{"fine chunks", gain, true, region.place, {}, {}};
    advice.finding = fmt::format("In {} handing out iterations took {} of {}.", name_of(region.place),
                                 duration_of(static_cast<double>(gain)),
                                 duration_of(static_cast<double>(analysis.run.elapsed_ns)));
    advice.remedy =
        "Give out more iterations at once: schedule(dynamic, N) with a larger N, or guided; static where "
        "they all "
        "take the same time.";
    findings.push_back(advice);
  }
}

}  // namespace limpid::cli::advice
