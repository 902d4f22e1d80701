// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "diff/constructs.h"
#include "report/text.h"

namespace limpid::cli::diff {
namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr size_t kMostChanged = 20;  // rows of a list
constexpr size_t kPathNodes = 3;     // of a path, innermost

// A word for one change: how much, in per cent of what was before.
std::string share_of(const Change& change) {
  switch (change.verdict) {
    case Verdict::same:
      return "=";
    case Verdict::appeared:
      return "new";
    case Verdict::gone:
      return "gone";
    case Verdict::slower:
    case Verdict::faster:
      break;
  }
  return fmt::format("{:+.1f} %", change.percent(change.difference()));
}

std::string interval_of(const Change& change) {
  if (change.before <= 0 || change.after <= 0) return {};
  return fmt::format("({:+.1f} to {:+.1f})", change.percent(change.low), change.percent(change.high));
}

std::string signed_seconds(double value) {
  return (value < 0 ? "-" : "+") + seconds(std::abs(value));
}

void write_row(Out out, const Row& row, const std::string& where, const Style& style) {
  const Change& change = row.change;
  std::string share = fmt::format("{:>9}", share_of(change));
  if (change.verdict == Verdict::slower || change.verdict == Verdict::appeared) share = style.alarm(share);
  if (change.verdict == Verdict::faster || change.verdict == Verdict::gone) share = style.construct(share);
  fmt::format_to(out, "  {:>9} {:>9} {:>9} {} {:<20} {}\n", seconds(change.before), seconds(change.after),
                 signed_seconds(change.difference()), share, interval_of(change), where);
}

std::string where_of(const Row& row) {
  if (!row.name.empty()) return row.name;
  std::string text;
  const size_t first = row.path.size() > kPathNodes ? row.path.size() - kPathNodes : 0;
  if (first > 0) text = ".. > ";
  for (size_t i = first; i + 1 < row.path.size(); ++i) {
    const analysis::Tree::Key& key = row.path[i];
    text += report::label(key);
    if (is_construct(key.kind)) text += " " + report::short_place(key);  // a function may have several
    text += " > ";
  }
  text += report::label(row.key);
  const std::string place = report::short_place(row.key);
  return place.empty() ? text : text + "  " + place;
}

void write_columns(Out out) {
  fmt::format_to(out, "  {:>9} {:>9} {:>9} {:>9} {:<20}\n", "before s", "after s", "change s", "", "");
}

void write_list(Out out, const std::string& title, const std::vector<Row>& rows, const Options& options,
                const Style& style) {
  fmt::format_to(out, "\n{}\n", style.heading(title));
  if (rows.empty()) {
    fmt::format_to(out, "  none was seen\n");
    return;
  }
  write_columns(out);
  size_t shown = 0, same = 0, more = 0;
  double same_s = 0;
  for (const Row& row : rows) {
    const bool quiet = row.change.verdict == Verdict::same && !options.all;
    if (!quiet && (shown < kMostChanged || options.all)) {
      write_row(out, row, where_of(row), style);
      ++shown;
    } else if (quiet) {
      ++same;
      same_s += row.change.before;
    } else {
      ++more;
    }
  }
  if (more > 0) fmt::format_to(out, "  {:>29} {:>9} {:<20} {} more that changed (--all)\n", "", "", "", more);
  if (same > 0)
    fmt::format_to(out, "  {:>9} {:>9} {:>9} {:>9} {:<20} {} unchanged\n", seconds(same_s), "", "", "=", "",
                   same);
}

std::string runs_of(const Side& side) {
  return fmt::format("{} run{}, {} threads on {} processors: {}", side.runs, side.runs == 1 ? "" : "s",
                     side.threads, side.processors, printable(side.command));
}

// What the intervals are.
std::string method_of(const Difference& difference) {
  if (difference.before.runs == 1 && difference.after.runs == 1)
    return "One run each: the intervals (of per cent) are of sampling alone, and runs differ by more. Give "
           "several runs "
           "of each (--before FILE... --after FILE...) to see what is sure.";
  return "The intervals (of per cent) are of the shift between the runs before and after; with four runs "
         "each they "
         "hold with 95 % confidence, with fewer they are the range.";
}

}  // namespace

std::string text_difference(const Difference& difference, const Options& options, const Style& style) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "{}\n  before  {}\n  after   {}\n\n", style.heading("Runs"), runs_of(difference.before),
                 runs_of(difference.after));
  write_columns(out);
  for (const Row& row : difference.run) {
    if (row.change.before > 0 || row.change.after > 0) write_row(out, row, where_of(row), style);
  }
  write_list(out, "Parallel regions  (elapsed time)", difference.regions, options, style);
  write_list(out, "Paths  (thread time, with what they call)", difference.paths, options, style);
  write_list(out, "Functions  (thread time, without what they call)", difference.functions, options, style);
  fmt::format_to(out, "\n{}\n", style.faint(method_of(difference)));
  return text;
}

}  // namespace limpid::cli::diff
