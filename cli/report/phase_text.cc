// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <iterator>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {

void write_phases(const Page& page) {
  if (page.analysis.phases.empty()) return;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}  (of the whole run; phases may lie in each other; --phase NAME selects one)\n",
                 page.style.heading("Phases"));
  fmt::format_to(out, "{:>9} {:>8} {:>9} {:>9} {:>9}  phase\n", "elapsed s", "times", "work s", "wait s",
                 "other s");
  for (const analysis::PhaseRow& row : page.analysis.phases) {
    const uint64_t other_ns = row.times.blocked_ns + row.times.no_processor_ns;
    fmt::format_to(out, "{:>9} {:>8} {:>9} {:>9} {:>9}  {}\n", seconds_of(row.elapsed_ns), row.count,
                   seconds_of(row.times.work_ns), seconds_of(row.times.wait_ns), seconds_of(other_ns),
                   printable(row.name));
  }
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
