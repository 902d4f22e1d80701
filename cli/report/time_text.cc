// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <iterator>

#include "report/sections.h"

namespace limpid::cli::report {
namespace {

class Shares {
 public:
  explicit Shares(const Page& page) : text_(page.text), all_ns_(page.analysis.totals.times.all_ns()) {}

  void row(int indent, const std::string& what, uint64_t ns) {
    if (ns == 0 && indent > 0) return;
    fmt::format_to(std::back_inserter(text_), "  {:{}}{:<{}} {:>9} s {:>6.1f} %\n", "", indent, what,
                   34 - indent, seconds_of(ns), percent(ns, all_ns_));
  }

 private:
  std::string& text_;
  uint64_t all_ns_;
};

}  // namespace

void write_times(const Page& page) {
  const analysis::Totals& totals = page.analysis.totals;
  const analysis::Times& times = totals.times;
  page.text +=
      fmt::format("{}  ({} s of all threads)\n", page.style.heading("Time"), seconds_of(times.all_ns()));
  Shares shares(page);
  shares.row(0, "work", times.work_ns);
  for (const auto& [name, ns] : states_of(totals, analysis::TimeKind::kWork)) shares.row(2, name, ns);
  shares.row(0, "wait", times.wait_ns);
  for (const auto& [name, ns] : states_of(totals, analysis::TimeKind::kWait)) shares.row(2, name, ns);
  if (times.blocked_ns != 0) shares.row(0, "blocked", times.blocked_ns);
  for (const auto& [kind, ns] : totals.by_blocked) shares.row(2, analysis::blocked_name(kind), ns);
  if (times.no_processor_ns != 0) shares.row(0, "no processor", times.no_processor_ns);
  page.text += "\n";
}

}  // namespace limpid::cli::report
