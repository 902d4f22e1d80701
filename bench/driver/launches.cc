// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launches.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <stdio.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "busy.h"
#include "load.h"
#include "process.h"
#include "transfer.h"
#include "verdict.h"

namespace bench {
namespace {

// One fresh process that does nothing else.
LaunchTime launch_alone(const Construct& construct, const Runtime& runtime, long repetitions,
                        const Plan& plan, const std::filesystem::path& scratch) {
  const std::filesystem::path answer = scratch / "launch.txt";
  const double stolen = stolen_seconds();
  const Outcome outcome = run_to_end({{plan.kernels.string(), "--launch", construct.name,
                                       std::to_string(plan.threads), std::to_string(repetitions)},
                                      worker_environment(runtime, plan),
                                      plan.cpus,
                                      plan.priority,
                                      answer});
  std::ifstream file(answer);
  double ns = 0, operations = 0;
  std::string loaded;
  if (outcome.status != 0 || !(file >> ns >> operations >> loaded))
    throw std::runtime_error(fmt::format("a launch ended with wait status {}", outcome.status));
  require_loaded(runtime, loaded);
  return {ns / operations, (stolen_seconds() - stolen) / std::max(outcome.elapsed_s, 1e-3)};
}

LaunchTime launch_once(const Construct& construct, const Runtime& runtime, long repetitions, const Plan& plan,
                       const std::filesystem::path& scratch) {
  const std::optional<double> before = transfer_ns(plan.cpus);
  LaunchTime time = launch_alone(construct, runtime, repetitions, plan, scratch);
  time.transfer = std::max(before, transfer_ns(plan.cpus));
  return time;
}

// The runtimes by turns; the first one rotates. Beside busy processes no launch is blamed for being slow, and nothing else of
// the driver must run.
std::vector<Launches> launch_all(const Construct& construct, const std::vector<Runtime>& runtimes,
                                 const std::vector<long>& repetitions, const LaunchPlan& launches,
                                 const Plan& plan, const std::filesystem::path& scratch) {
  const auto launch = launches.busy == 0 ? launch_once : launch_alone;
  std::vector<Launches> all(runtimes.size());
  for (int turn = 0; turn < launches.launches; ++turn) {
    for (std::size_t k = 0; k < runtimes.size(); ++k) {
      const std::size_t i = (static_cast<std::size_t>(turn) + k) % runtimes.size();
      if (repetitions[i] == 0 || !all[i].error.empty()) continue;
      try {
        all[i].times.push_back(launch(construct, runtimes[i], repetitions[i], plan, scratch));
      } catch (const std::exception& e) {
        all[i].error = e.what();
      }
    }
  }
  return all;
}

std::vector<double> ns_of(const std::vector<LaunchTime>& times) {
  std::vector<double> ns;
  for (const LaunchTime& time : times) ns.push_back(time.ns);
  return ns;
}

// 0 for a runtime that fails in the construct, which is said.
std::vector<long> calibrate(const Construct& construct, const std::vector<Runtime>& runtimes,
                            const Plan& plan) {
  std::vector<long> repetitions;
  for (const Runtime& runtime : runtimes) {
    try {
      repetitions.push_back(repetitions_of_a_block(construct, runtime, plan));
    } catch (const std::exception& e) {
      fmt::print("    {} failed in {}: {}\n", runtime.name, construct.name, e.what());
      repetitions.push_back(0);
    }
  }
  return repetitions;
}

void print_rows(const Construct& construct, const std::vector<Runtime>& runtimes,
                const std::vector<Launches>& all) {
  std::string name = construct.name;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double> ns = ns_of(all[i].times);
    if (!all[i].error.empty()) fmt::print("    {} failed: {}\n", runtimes[i].name, all[i].error);
    if (ns.empty()) continue;
    const SlowLaunches slow = slow_launches(all[i].times);
    fmt::print("{:<26}{:<10}{:>11.1f}{:>11.1f}{:>11.1f}{:>12.1f}{:>6}{:>8}{:>6}\n", name, runtimes[i].name,
               quantile(ns, 0.25), quantile(ns, 0.5), quantile(ns, 0.75), quantile(ns, 1), slow.all,
               slow.stolen, slow.far);
    name.clear();
  }
  fflush(stdout);
}

// What the subject is to be blamed for in one construct; empty if for nothing.
std::string blame(const std::vector<Runtime>& runtimes, const std::vector<Launches>& all,
                  const LaunchPlan& launches) {
  std::optional<double> subject, better;
  int slow = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (runtimes[i].role == Runtime::Role::kSubject && !all[i].error.empty()) return "failed";
    if (all[i].times.empty()) continue;
    const double median = quantile(ns_of(all[i].times), 0.5);
    if (runtimes[i].role == Runtime::Role::kSubject) {
      subject = median;
      slow = slow_launches(all[i].times).unexplained();
    } else if (runtimes[i].role == Runtime::Role::kPeer) {
      better = std::min(better.value_or(median), median);
    }
  }
  if (launches.busy == 0) return slow == 0 ? "" : fmt::format("{} slow", slow);
  if (!subject || !better || *subject <= launches.most_times * *better) return "";
  return fmt::format("{:.1f} times the better peer", *subject / *better);
}

// The lower quartile. 0 if nobody has measured.
double near_transfer(const std::vector<LaunchTime>& times) {
  std::vector<double> ns;
  for (const LaunchTime& time : times) {
    if (time.transfer) ns.push_back(*time.transfer);
  }
  return ns.empty() ? 0 : quantile(ns, 0.25);
}

}  // namespace

SlowLaunches slow_launches(const std::vector<LaunchTime>& times) {
  const double limit = kSlowLaunch * quantile(ns_of(times), 0.25);
  const double near = near_transfer(times);
  SlowLaunches slow;
  for (const LaunchTime& time : times) {
    if (time.ns <= limit) continue;
    ++slow.all;
    if (time.stolen > kStolenLaunch)
      ++slow.stolen;
    else if (near > 0 && time.ns <= limit * time.transfer.value_or(0) / near)
      ++slow.far;
  }
  return slow;
}

bool print_launches(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                    const LaunchPlan& launches, const Plan& plan) {
  fmt::print("\n{} threads on {} processors beside {} busy processes; {} launches of about {} ms\n",
             plan.threads, plan.cpus, launches.busy, launches.launches, plan.block_ms);
  fmt::print("{:<26}{:<10}{:>11}{:>11}{:>11}{:>12}{:>6}{:>8}{:>6}   (ns per operation)\n", "construct",
             "runtime", "quarter", "median", "3 quarters", "worst", "slow", "stolen", "far");
  const ScratchFolder scratch;
  std::vector<std::string> blamed;
  for (const Construct& construct : constructs) {
    const std::vector<long> repetitions = calibrate(construct, runtimes, plan);
    const BusyProcesses beside(launches.busy);
    const std::vector<Launches> all =
        launch_all(construct, runtimes, repetitions, launches, plan, scratch.path());
    print_rows(construct, runtimes, all);
    const std::string why = blame(runtimes, all, launches);
    if (!why.empty()) blamed.push_back(construct.name + " (" + why + ")");
  }
  fmt::print("{} threads, {}: {}\n", plan.threads,
             launches.busy == 0 ? fmt::format("slow launches (over {} lower quartiles)", kSlowLaunch)
                                : fmt::format("median over {} times the better peer's", launches.most_times),
             blamed.empty() ? "none" : fmt::format("{}", fmt::join(blamed, ", ")));
  return blamed.empty();
}

}  // namespace bench
