// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <iterator>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {

std::string count_text(uint64_t count, bool estimated) {
  if (!estimated) return fmt::format("{}", count);
  uint64_t unit = 1;
  while (count / unit >= 1000) unit *= 10;
  return fmt::format("~{}", (count + unit / 2) / unit * unit);
}

std::string rate_of(const analysis::Run& run) {
  return fmt::format("asked {:g} Hz, got {:.0f} samples per thread and second{}", run.frequency_hz,
                     run.reached_hz, run.limited ? " (own cost limit)" : "");
}

void write_recording(const Page& page) {
  const analysis::Run& run = page.analysis.run;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}\n", page.style.heading("Recording"));
  fmt::format_to(out, "  clock      {}\n", run.clock);
  fmt::format_to(out, "  rate       {}\n", rate_of(run));
  fmt::format_to(out, "  samples    {}, lost {}", run.samples, run.lost);
  if (run.lost > 0) fmt::format_to(out, " ({} s)", seconds_of(run.lost_ns));
  if (run.truncated > 0) fmt::format_to(out, ", {} with a stack cut short", run.truncated);
  fmt::format_to(out, "\n  own cost   {} s of processor time, {:.2f} % of the threads' time\n",
                 seconds_of(run.own_cpu_ns), percent(run.own_cpu_ns, page.analysis.totals.times.all_ns()));
  if (page.analysis.efficiency.unknown_ns > 0)
    fmt::format_to(out, "  not seen   {} s of thread time\n",
                   seconds_of(page.analysis.efficiency.unknown_ns));
  if (run.pauses > 0) {
    fmt::format_to(out, "  paused     {} s in {} stretch{}, which are in no number above\n",
                   seconds_of(run.paused_ns), run.pauses, run.pauses == 1 ? "" : "es");
  }
  for (const std::string& note : page.analysis.notes)
    fmt::format_to(out, "{}\n", page.style.faint("note: " + printable(note)));
}

}  // namespace limpid::cli::report
