// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Cause;

// What fewer threads can save: the time in which the processors that there are had not work enough.
uint64_t idle_of_processors(const analysis::Run& run, uint64_t work_ns) {
  uint64_t least = work_ns / run.processors;
  return run.elapsed_ns - std::min(run.elapsed_ns, least);
}

}  // namespace

// Threads that outnumber the processors sleep between regions instead of polling: late starts are due to that, too.
void advise_on_processors(const analysis::Analysis& analysis, Findings& findings) {
  const analysis::Run& run = analysis.run;
  const bool crowded = run.threads > run.processors;
  const uint64_t without = analysis.efficiency.losses[Cause::kNoProcessor];
  const uint64_t late = crowded ? analysis.efficiency.losses[Cause::kLate] : 0;
  const uint64_t lost = without + late;
  auto threads = static_cast<double>(run.threads);
  auto share = static_cast<uint64_t>(static_cast<double>(lost) / std::max(threads, 1.0));
  if (run.processors == 0 || without == 0 || !matters(run, share, threads)) return;
  Advice advice{"no processor", share, false, {}, {}, {}};
  advice.finding = fmt::format(
      "{} had {}: {} of thread time went into waiting for a processor, or for a thread that had none.",
      count_of(run.threads, "thread"), count_of(run.processors, "processor"),
      duration_of(static_cast<double>(without)));
  advice.remedy = "Other programs took the processors: run it alone, or with fewer threads.";
  if (late > 0)
    advice.finding += fmt::format(" Late starts took {}.", duration_of(static_cast<double>(late)));
  if (crowded) {
    uint64_t busy = analysis.totals.times.work_ns;
    advice.gain_ns = std::min(share, idle_of_processors(run, busy));
    advice.remedy =
        fmt::format("Use {}: OMP_NUM_THREADS={}", count_of(run.processors, "thread"), run.processors);
    auto set = run.settings.find("OMP_NUM_THREADS");
    if (set != run.settings.end()) advice.remedy += fmt::format(" (it was {})", set->second);
    advice.remedy += run.processes > 1 ? ", divided among the processes." : ".";
  }
  findings.push_back(advice);
}

}  // namespace limpid::cli::advice
