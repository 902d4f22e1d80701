// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool_cost.h"

#include <fmt/core.h>
#include <stdio.h>

#include <optional>

#include "verdict.h"

namespace bench {
namespace {

constexpr double kWithinNoise = 1.1;
constexpr double kAsManyEvents = 0.9;

struct Cost {
  double events = 0;         // per operation
  double with_tool = 0;      // ns per operation, median over the rounds
  double per_operation = 0;  // ns more than without the tool
  double spread = 0;         // ns, half the distance between the quartiles of that
  std::string error;

  // Too few events to divide by: once per region, say.
  [[nodiscard]] bool has_events() const { return events >= 0.05; }
};

// Each runtime without the tool, then each with it.
std::vector<Runtime> with_and_without(const std::vector<Runtime>& runtimes,
                                      const std::filesystem::path& tool) {
  std::vector<Runtime> all = runtimes;
  for (Runtime runtime : runtimes) {
    runtime.tool = tool;
    all.push_back(std::move(runtime));
  }
  return all;
}

Cost judge_cost(const Construct& construct, const Runtime& with_tool, const Series& without,
                const Series& with, const Plan& plan) {
  Cost cost;
  cost.error = without.error.empty() ? with.error : without.error;
  if (!cost.error.empty()) return cost;
  std::vector<double> differences;
  for (std::size_t r = 0; r < with.rounds.size(); ++r)
    differences.push_back(with.rounds[r].ns - without.rounds[r].ns);
  cost.with_tool = quantile(with.ns(), 0.5);
  cost.per_operation = quantile(differences, 0.5);
  cost.spread = (quantile(differences, 0.75) - quantile(differences, 0.25)) / 2;
  try {
    cost.events = count_events(construct, with_tool, plan);
  } catch (const std::exception& e) {
    cost.error = e.what();
  }
  return cost;
}

void print_cost(const Cost& cost) {
  if (!cost.error.empty()) {
    fmt::print("{:>47}", "failed");
    return;
  }
  fmt::print("{:>9.2f}{:>11.1f}{:>9.1f}{:>9.1f}", cost.events, cost.with_tool, cost.per_operation,
             cost.spread);
  fmt::print("{:>9}", cost.has_events() ? fmt::format("{:.1f}", cost.per_operation / cost.events) : "");
}

struct Finding {
  std::string words;
  bool complains = false;
};

Finding against_limits(const Construct& construct, const Cost& subject) {
  if (!subject.error.empty()) return {subject.error, true};
  const double surely = subject.per_operation - subject.spread;
  if (construct.inquiry && surely > kMostPerInquiry)
    return {fmt::format("over {} ns", kMostPerInquiry), true};
  if (subject.has_events() && surely > kMostPerEvent * subject.events)
    return {fmt::format("over {} ns", kMostPerEvent), true};
  return {};
}

// What a peer keeps to itself costs it nothing: where it tells less there is nothing to compare.
Finding against_peers(const std::vector<Cost>& costs) {
  const Cost& subject = costs.front();
  Finding finding;
  for (std::size_t i = 1; i < costs.size(); ++i) {
    const Cost& peer = costs[i];
    if (!peer.error.empty() || subject.with_tool <= kWithinNoise * peer.with_tool) continue;
    if (peer.events >= kAsManyEvents * subject.events) return {"more than a peer", true};
    finding.words = "more than a peer, which tells less";
  }
  return finding;
}

// What is wrong with the subject's cost, or nothing. What may be noise does not count.
Finding judge(const Construct& construct, const std::vector<Cost>& costs) {
  const Finding finding = against_limits(construct, costs.front());
  return finding.complains ? finding : against_peers(costs);
}

void print_heading(const std::vector<Runtime>& runtimes, const Plan& plan) {
  fmt::print("\n{} thread(s) on {} processor(s); a tool that registers every callback and does nothing, ns\n",
             plan.threads, plan.cpus);
  fmt::print("{:<32}", "construct");
  for (const Runtime& runtime : runtimes)
    fmt::print("{:>9}{:>11}{:>9}{:>9}{:>9}", runtime.name + ":", "with tool", "cost", "+-", "an event");
  fmt::print("\n");
}

}  // namespace

bool print_tool_cost(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                     const std::filesystem::path& tool, const Plan& plan) {
  const std::vector<Runtime> all = with_and_without(runtimes, tool);
  const std::size_t n = runtimes.size();
  std::size_t complaints = 0;
  print_heading(runtimes, plan);
  for (const Construct& construct : constructs) {
    const std::vector<Series> series = measure(construct, all, plan);
    std::vector<Cost> costs;
    fmt::print("{:<32}", construct.name);
    for (std::size_t i = 0; i < n; ++i) {
      costs.push_back(judge_cost(construct, all[n + i], series[i], series[n + i], plan));
      print_cost(costs.back());
    }
    const Finding finding = judge(construct, costs);
    complaints += finding.complains ? 1 : 0;
    fmt::print("{}\n", finding.words.empty() ? "" : "   " + finding.words);
    fflush(stdout);
  }
  fmt::print("{} of {} constructs over a limit\n", complaints, constructs.size());
  return complaints == 0;
}

}  // namespace bench
