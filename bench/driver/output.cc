// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <stdio.h>

#include <nlohmann/json.hpp>

namespace bench {
namespace {

using nlohmann::json;

std::string number(const std::optional<double>& ns) {
  if (!ns) return "failed";
  return *ns < 100 ? fmt::format("{:.2f}", *ns) : fmt::format("{:.0f}", *ns);
}

template <typename T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json verdict_json(const Verdict& verdict, const std::vector<Runtime>& runtimes) {
  json ns = json::object(), errors = json::object();
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    ns[runtimes[i].name] = optional_json(verdict.ns[i]);
    if (!verdict.errors[i].empty()) errors[runtimes[i].name] = verdict.errors[i];
  }
  return {{"name", verdict.construct.name},
          {"operation", verdict.construct.operation},
          {"ns", ns},
          {"errors", errors},
          {"better_peer", verdict.better_peer},
          {"transfers", verdict.construct.transfers},
          {"transfers_ns", optional_json(verdict.transfers_ns)},
          {"ratio", optional_json(verdict.ratio)},
          {"ratio_quartiles",
           json::array({optional_json(verdict.ratio_low), optional_json(verdict.ratio_high)})}};
}

json summary_json(const Summary& summary, const std::vector<Runtime>& runtimes) {
  json means = json::object(), constructs = json::array();
  for (std::size_t i = 0; i < runtimes.size(); ++i) means[runtimes[i].name] = optional_json(summary.means[i]);
  for (const Verdict& verdict : summary.verdicts) constructs.push_back(verdict_json(verdict, runtimes));
  return {{"threads", summary.threads}, {"least_mean", summary.least_mean}, {"geometric_mean", means},
          {"below", summary.below},     {"failed", summary.failed},         {"passed", summary.passed},
          {"constructs", constructs}};
}

}  // namespace

void print_heading(const std::vector<Runtime>& runtimes, const Plan& plan) {
  fmt::print("\n{} threads on {} processors; {} blocks of {} ms; ns per operation, median\n", plan.threads,
             plan.cpus, plan.blocks, plan.block_ms);
  fmt::print("{:<32}", "construct");
  for (const Runtime& runtime : runtimes) fmt::print("{:>12}", runtime.name);
  fmt::print("{:>12}{:>9}   quartiles   operation\n", "transfers", "ratio");
  fflush(stdout);
}

void print_row(const Verdict& verdict, const std::vector<Runtime>& runtimes, bool below) {
  fmt::print("{:<32}", verdict.construct.name);
  for (const auto& ns : verdict.ns) fmt::print("{:>12}", number(ns));
  fmt::print("{:>12}", verdict.transfers_ns ? number(verdict.transfers_ns) : "");
  if (verdict.ratio) {
    fmt::print("{:>9.2f}{} {:>5.2f}-{:<5.2f}   {}\n", *verdict.ratio, below ? "*" : " ", *verdict.ratio_low,
               *verdict.ratio_high, verdict.construct.operation);
  } else {
    fmt::print("{:>9}  {:>11}   {}\n", "-", "-", verdict.construct.operation);
  }
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    if (!verdict.errors[i].empty()) fmt::print("    {} failed: {}\n", runtimes[i].name, verdict.errors[i]);
  }
  fflush(stdout);
}

void print_summary(const Summary& summary, const std::vector<Runtime>& runtimes) {
  fmt::print("\n{} threads, geometric mean of (better peer / this runtime):", summary.threads);
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    const auto& mean = summary.means[i];
    fmt::print("  {} {}", runtimes[i].name, mean ? fmt::format("{:.3f}", *mean) : "-");
  }
  fmt::print("\n{} threads, ratio surely under its limit: {}\n", summary.threads,
             summary.below.empty() ? "none" : fmt::format("{}", fmt::join(summary.below, ", ")));
  if (!summary.failed.empty())
    fmt::print("{} threads, failed: {}\n", summary.threads, fmt::join(summary.failed, ", "));
  fflush(stdout);
}

json to_json(const std::vector<Summary>& summaries, const std::vector<Runtime>& runtimes, const Plan& plan) {
  json described = json::object(), runs = json::array();
  for (const Runtime& runtime : runtimes) described[runtime.name] = runtime.library.string();
  for (const Summary& summary : summaries) runs.push_back(summary_json(summary, runtimes));
  return {{"runtimes", described},
          {"method",
           {{"cpus", plan.cpus},
            {"blocks", plan.blocks},
            {"block_ms", plan.block_ms},
            {"launches", plan.launches}}},
          {"runs", runs}};
}

}  // namespace bench
