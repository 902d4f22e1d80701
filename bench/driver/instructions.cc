// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"

#include <fmt/core.h>
#include <stdio.h>

#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "process.h"
#include "verdict.h"

namespace bench {
namespace {

constexpr long kShort = 50, kLong = 550;
constexpr double kSame = 0.002;  // two counts may differ so much
constexpr std::size_t kMostCounts = 15;

// Instructions of a whole process, from the "totals:" line that callgrind leaves.
std::optional<double> count(const Construct& construct, const Runtime& runtime, const Plan& plan,
                            long repetitions, const std::filesystem::path& file) {
  Launch launch{
      {"valgrind", "--tool=callgrind", "--callgrind-out-file=" + file.string(), plan.kernels.string(),
       "--once", construct.name, std::to_string(plan.threads), std::to_string(repetitions)},
      runtime_environment(runtime.folder, plan.threads),
      plan.cpus};
  // Spinning threads would count too.
  launch.environment.push_back("OMP_WAIT_POLICY=passive");
  if (run_to_end(launch).status != 0) return std::nullopt;
  std::ifstream lines(file);
  const std::string key = "totals: ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size()));
  }
  return std::nullopt;
}

std::optional<double> per_repetition_once(const Construct& construct, const Runtime& runtime,
                                          const Plan& plan, const std::filesystem::path& file) {
  const auto few = count(construct, runtime, plan, kShort, file);
  const auto many = few ? count(construct, runtime, plan, kLong, file) : few;
  if (!many) return std::nullopt;
  return (*many - *few) / static_cast<double>(kLong - kShort);
}

// Where threads wait for each other, counts differ: then the median of some.
std::optional<double> per_repetition(const Construct& construct, const Runtime& runtime, const Plan& plan,
                                     const std::filesystem::path& file) {
  std::vector<double> counts;
  for (std::size_t wanted = 2; counts.size() < wanted;) {
    const auto counted = per_repetition_once(construct, runtime, plan, file);
    if (!counted) return std::nullopt;
    counts.push_back(*counted);
    if (counts.size() == 2 && std::abs(counts[0] - counts[1]) > kSame * counts[0]) wanted = kMostCounts;
  }
  return quantile(counts, 0.5);
}

}  // namespace

bool print_instructions(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                        const Plan& plan, const ScratchFolder& scratch) {
  bool complete = true;
  fmt::print("{} thread(s); instructions per repetition of the construct; difference to {}\n{:<32}",
             plan.threads, runtimes.front().name, "construct");
  for (const Runtime& runtime : runtimes) fmt::print("{:>12}", runtime.name);
  fmt::print("\n");
  for (const Construct& construct : constructs) {
    fmt::print("{:<32}", construct.name);
    std::optional<double> first;
    for (const Runtime& runtime : runtimes) {
      const auto counted = per_repetition(construct, runtime, plan, scratch.path() / "callgrind.out");
      complete = complete && counted;
      fmt::print("{:>12}", counted ? fmt::format("{:.1f}", *counted) : "failed");
      if (first && counted)
        fmt::print(" ({:+.1f}, {:+.1f} %)", *counted - *first, 100 * (*counted / *first - 1));
      if (!first) first = counted;
      fflush(stdout);
    }
    fmt::print("\n");
  }
  return complete;
}

}  // namespace bench
