// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <string>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Analysis;
using analysis::Cause;
using analysis::Region;

std::string remedy_for(const std::string& held) {
  if (held == "ordered")
    return "Do in the ordered part only what has to be in order, and let iterations be long beside it.";
  if (held == "critical" || held == "atomic")
    return "Move work out of it, sum up in a reduction, or give each thread its own copy; constructs with "
           "different "
           "names do not wait for each other.";
  return "Hold it for less, or use several: one for each part of the data.";
}

}  // namespace

// One advice for all regions: a lock is not of one.
void advise_on_locks(const Analysis& analysis, Findings& findings) {
  uint64_t gain = 0, lost = 0;
  const Region* worst = nullptr;
  for (const Region& region : analysis.regions) {
    gain += gain_in(region, region.losses[Cause::kLock]);
    lost += region.losses[Cause::kLock];
    if (worst == nullptr || region.losses[Cause::kLock] > worst->losses[Cause::kLock]) worst = &region;
  }
  if (worst == nullptr || !matters(analysis.run, gain, worst->mean_team)) return;
  bool known = !analysis.holders.empty();
  Advice advice{"lock", gain, true, known ? analysis.holders.front().place : worst->place, {}, {}};
  advice.finding = fmt::format("Threads waited {} for locks, most in {}",
                               duration_of(static_cast<double>(lost)), name_of(worst->place));
  if (known) {
    const analysis::Holder& holder = analysis.holders.front();
    advice.finding +=
        fmt::format("; {} of it for a {} that {} held", duration_of(static_cast<double>(holder.wait_ns)),
                    holder.what, name_of(holder.place));
  }
  advice.finding += ".";
  advice.remedy = remedy_for(known ? analysis.holders.front().what : "");
  findings.push_back(advice);
}

}  // namespace limpid::cli::advice
