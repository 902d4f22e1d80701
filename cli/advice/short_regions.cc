// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Cause;
using analysis::Region;

// Starting and ending a team of awake threads takes up to so much, 0.1 us at least: it depends on the caches that the
// processors share, which a profile does not tell.
constexpr uint64_t kStartNs = 1'000;

struct StartCost {
  uint64_t measured_ns;
  uint64_t at_most_ns;
};

// Of one region: what begins and ends cost, in elapsed time. Of imbalance only what the sums of the threads' work
// do not explain: that changes from one instance to the next.
StartCost start_cost_of(const analysis::Run& run, const Region& region) {
  const analysis::Losses& losses = region.losses;
  double spread = static_cast<double>(region.largest_busy_ns - region.mean_busy_ns) * region.mean_team;
  uint64_t imbalance = losses[Cause::kImbalance];
  uint64_t ragged = imbalance - std::min(imbalance, static_cast<uint64_t>(spread));
  uint64_t lost = losses[Cause::kLate] + losses[Cause::kOverhead] + ragged;
  uint64_t possible = std::min(region.elapsed_ns, region.count * kStartNs);
  uint64_t measured = gain_in(region, sure_ns(run, region, lost));
  return {measured, std::max(possible, measured)};
}

bool waits_asleep(const analysis::Run& run) {
  auto policy = run.settings.find("OMP_WAIT_POLICY");
  return policy != run.settings.end() && (policy->second == "passive" || policy->second == "PASSIVE");
}

}  // namespace

// Many short regions are one storm, whichever of them are in it.
void advise_on_short_regions(const analysis::Analysis& analysis, Findings& findings) {
  const analysis::Run& run = analysis.run;
  const Region* worst = nullptr;
  uint64_t gain = 0, measured = 0, count = 0, elapsed = 0, regions = 0, worst_gain = 0;
  double threads = 0;
  for (const Region& region : analysis.regions) {
    if (!is_short(region) || region.mean_team < 2 || region.sharing.tasks) continue;
    const StartCost own = start_cost_of(run, region);
    gain += own.at_most_ns;
    measured += own.measured_ns;
    count += region.count;
    elapsed += region.elapsed_ns;
    ++regions;
    threads = std::max(threads, region.mean_team);
    if (worst == nullptr || own.at_most_ns > worst_gain) worst = &region;
    worst_gain = std::max(worst_gain, own.at_most_ns);
  }
  if (worst == nullptr || !matters(run, gain, threads)) return;
  Advice advice{"short regions", gain, true, worst->place, {}, {}};
  std::string others = regions > 1 ? fmt::format(" and {}", count_of(regions - 1, "other region")) : "";
  advice.finding =
      fmt::format("{}{} ran {} for {} each: ", name_of(worst->place), others, count_of(count, "time"),
                  duration_of(static_cast<double>(elapsed) / static_cast<double>(count)));
  advice.finding +=
      measured < gain / 2
          ? "starting and ending a team alone takes 0.1 to 1 us, whatever it does."
          : fmt::format("{} of {} went into starting threads, ending, and waiting for each other.",
                        duration_of(static_cast<double>(measured)),
                        duration_of(static_cast<double>(run.elapsed_ns)));
  advice.remedy =
      "Put several of them into one region, or the loop around them inside; with little to do in each use "
      "fewer "
      "threads (num_threads, if).";
  if (waits_asleep(run))
    advice.remedy +=
        " OMP_WAIT_POLICY=passive makes each start a wake-up: leave it out, or set it to active.";
  findings.push_back(advice);
}

}  // namespace limpid::cli::advice
