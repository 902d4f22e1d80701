// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "diff/json.h"
#include "diff/text.h"
#include "report/text.h"

namespace limpid::cli::diff {
namespace {

constexpr double kLeastRegion = 0.01;  // of the run's elapsed time

std::vector<analysis::Analysis> analyze_all(const std::vector<std::string>& runs,
                                            const analysis::Selection& selection,
                                            symbols::Symbolizer& symbolizer) {
  std::vector<analysis::Analysis> all;
  analysis::Options wanted;
  wanted.selection = selection;
  for (const std::string& run : runs) all.push_back(analysis::analyze({run}, symbolizer, wanted));
  return all;
}

bool surely_over(const Change& change, double percent) {
  return change.verdict == Verdict::slower && change.percent(change.low) > percent;
}

}  // namespace

const Row* first_over(const Difference& difference, double percent) {
  double elapsed = 0;
  for (const Row& row : difference.run) {
    if (row.name != "elapsed") continue;
    elapsed = std::max(row.change.before, row.change.after);
    if (surely_over(row.change, percent)) return &row;
  }
  for (const Row& row : difference.regions) {
    if (row.change.after >= kLeastRegion * elapsed && surely_over(row.change, percent)) return &row;
  }
  return nullptr;
}

int run_diff(const Options& options) {
  symbols::Symbolizer symbolizer;
  const std::vector<analysis::Analysis> before = analyze_all(options.before, options.selection, symbolizer);
  const std::vector<analysis::Analysis> after = analyze_all(options.after, options.selection, symbolizer);
  const Difference result = difference(before, after);
  const Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  const std::string text = options.json ? json_difference(result) : text_difference(result, options, style);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write the difference to stdout");
  const Row* over = options.fail_over ? first_over(result, *options.fail_over) : nullptr;
  if (over == nullptr) return kExitOk;
  fmt::print(
      stderr, "limpid: {} became slower by {:.1f} % ({:.1f} at least), more than {} %\n",
      over->name.empty() ? report::label(over->key) + " " + report::short_place(over->key) : over->name,
      over->change.percent(over->change.difference()), over->change.percent(over->change.low),
      *options.fail_over);
  return kExitChanged;
}

}  // namespace limpid::cli::diff
