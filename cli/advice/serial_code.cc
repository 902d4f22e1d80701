// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

// Threads that are idle while one runs: by Amdahl's law the serial part bounds what any number of threads gain.
void advise_on_serial_code(const analysis::Analysis& analysis, Findings& findings) {
  const analysis::Run& run = analysis.run;
  for (const analysis::Gain& gain : analysis.gains) {
    if (gain.cause != analysis::Cause::kSerial || run.threads < 2) continue;
    if (!matters(run, gain.gain_ns, static_cast<double>(run.threads))) continue;
    // Of n threads n - 1 are idle meanwhile.
    auto threads = static_cast<double>(run.threads);
    double serial = static_cast<double>(gain.gain_ns) * threads / (threads - 1);
    Advice advice{"serial code", gain.gain_ns, gain.somewhere, gain.place, {}, {}};
    advice.finding = fmt::format(
        "For {} of {} only code outside of parallel regions ran: with any number of threads the run would "
        "still take "
        "as long.",
        duration_of(serial), duration_of(static_cast<double>(run.elapsed_ns)));
    advice.remedy = gain.somewhere ? fmt::format("Make a region of it; {} of the saving would be in {}.",
                                                 share_of(gain.place_ns, gain.gain_ns), name_of(gain.place))
                                   : "Make a region of it.";
    findings.push_back(advice);
  }
}

}  // namespace limpid::cli::advice
