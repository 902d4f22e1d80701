// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <string>

#include "advice/measure.h"
#include "advice/rules.h"
#include "analysis/label.h"

namespace limpid::cli::advice {

namespace {

using analysis::Cause;
using analysis::Region;
using analysis::Worksharing;

std::string remedy_for(const Worksharing& sharing) {
  if (sharing.tasks)
    return "Split the largest tasks, or make them first (priority), so that none is left alone at the end.";
  if (sharing.sections) return "Divide the longest section, or make tasks of what the sections do.";
  if (sharing.one_thread && !sharing.static_loop && !sharing.dynamic_loop)
    return "One thread works alone in a single or masked construct: share that work out as well, or use "
           "nowait "
           "where the others need not wait for it.";
  if (sharing.dynamic_loop)
    return "The last chunks are too long: use smaller ones, guided, or begin with the longest iterations.";
  if (sharing.static_loop)
    return "Iterations take different times: try schedule(dynamic) or schedule(guided), with chunks that "
           "take at "
           "least some microseconds.";
  return "Divide the work more evenly: a loop with schedule(dynamic), or tasks.";
}

// The function that most of the waiting in a region was for; empty if none stands out, or it is a library's.
std::string waited_for(const analysis::Analysis& analysis, const Region& region) {
  uint64_t all = 0, most = 0;
  const analysis::WaitCause* first = nullptr;
  for (const analysis::WaitCause& cause : analysis.causes) {
    if (!(cause.construct == region.place)) continue;
    all += cause.wait.ns;
    if (cause.wait.ns > most) first = &cause;
    most = std::max(most, cause.wait.ns);
  }
  if (first == nullptr || most * 2 < all || !analysis::is_authors(first->code)) return {};
  return fmt::format(", most of it while others ran {}", name_of(first->code));
}

}  // namespace

void advise_on_imbalance(const analysis::Analysis& analysis, Findings& findings) {
  for (const Region& region : analysis.regions) {
    uint64_t lost = sure_ns(analysis.run, region, region.losses[Cause::kImbalance]);
    uint64_t gain = gain_in(region, lost);
    if (!matters(analysis.run, gain, region.mean_team)) continue;
    Advice advice{"imbalance", gain, true, region.place, {}, {}};
    advice.finding = fmt::format("In {} threads waited {} for others that had more to do (balance {:.2f}){}.",
                                 name_of(region.place), duration_of(static_cast<double>(lost)),
                                 region.balance, waited_for(analysis, region));
    advice.remedy = remedy_for(region.sharing);
    findings.push_back(advice);
  }
}

}  // namespace limpid::cli::advice
