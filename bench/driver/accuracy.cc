// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "accuracy.h"

#include <fmt/core.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "busy.h"
#include "estimate.h"
#include "load.h"
#include "process.h"

namespace fs = std::filesystem;

namespace bench {
namespace {

using nlohmann::json;

// What the program measured of itself, in thread seconds.
struct Truth {
  double f = 0, g = 0, wait = 0;
};

// ---- what a report says

double total_of(const json& nodes, const std::string& name) {
  double sum = 0;
  for (const json& node : nodes) {
    // Threads that are idle while it runs stand below it.
    sum += node.at("name") == name ? node.at("total_s").get<double>() - node.at("wait_s").get<double>()
                                   : total_of(node.at("children"), name);
  }
  return sum;
}

double thread_time(const json& report) {
  double sum = 0;
  for (const json& node : report.at("tree")) sum += node.at("total_s").get<double>();
  return sum;
}

double in_states(const json& report, const std::vector<std::string>& states) {
  double sum = 0;
  for (const std::string& state : states) sum += report.at("totals").at("states").value(state, 0.0);
  return sum;
}

double column_of(const json& table, const std::vector<std::string>& names, const char* column) {
  double sum = 0;
  for (const json& row : table) {
    for (const std::string& name : names) {
      if (row.at("name") == name) sum += row.at(column).get<double>();
    }
  }
  return sum;
}

// ---- what is compared: a share as reported and as it was, and the part of all samples that it rests on

struct Comparison {
  double reported = 0, truth = 0, part = 1;
};

struct Quantity {
  const char* what;
  std::vector<std::string> names;  // of functions, holders or states, as the quantity has it
  Comparison (*compare)(const json& report, const Truth& truth, const std::vector<std::string>& names);
};

Comparison f_of_f_and_g(const json& report, const Truth& truth, const std::vector<std::string>& names) {
  const double f = total_of(report.at("tree"), names[0]), g = total_of(report.at("tree"), names[1]);
  return {f / (f + g), truth.f / (truth.f + truth.g), (f + g) / thread_time(report)};
}

Comparison waiting(const json& report, const Truth& truth, const std::vector<std::string>& names) {
  const double all = thread_time(report);
  return {in_states(report, names) / all, truth.wait / all, 1};
}

Comparison held_by(const json& report, const Truth& truth, const std::vector<std::string>& names) {
  const double all = thread_time(report);
  return {column_of(report.at("holders"), names, "wait_s") / all, truth.wait / all, 1};
}

Comparison idleness_of(const json& report, const Truth& truth, const std::vector<std::string>& names) {
  const double all = thread_time(report);
  return {column_of(report.at("functions"), names, "caused_wait_s") / all, truth.wait / all, 1};
}

Comparison first_holder(const json& report, const Truth& truth, const std::vector<std::string>& names) {
  const double first = column_of(report.at("holders"), {names[0]}, "wait_s");
  const double second = column_of(report.at("holders"), {names[1]}, "wait_s");
  return {first / (first + second), truth.f / (truth.f + truth.g), (first + second) / thread_time(report)};
}

// Only one of two holders makes anybody wait.
Comparison only_holder(const json& report, const Truth&, const std::vector<std::string>& names) {
  const double first = column_of(report.at("holders"), {names[0]}, "wait_s");
  const double second = column_of(report.at("holders"), {names[1]}, "wait_s");
  return {first / (first + second), 1, (first + second) / thread_time(report)};
}

struct Mode {
  const char* name;
  std::vector<Quantity> quantities;
};

std::vector<Mode> modes() {
  const Quantity f{"f of f and g", {"f", "g"}, f_of_f_and_g};
  const std::vector<std::string> barrier = {"implicit barrier"};
  const std::vector<std::string> between = {"implicit barrier", "idle"};
  const std::vector<std::string> lock = {"lock wait", "mutex wait"};
  return {
      {"direct", {f}},
      {"inlined", {{"f of f and g", {"f_inlined", "g_inlined"}, f_of_f_and_g}}},
      {"task", {f}},
      {"nested", {f}},
      {"idle", {f, {"barrier wait", barrier, waiting}}},
      {"serial", {f, {"idle workers", between, waiting}, {"charged to f, g", {"f", "g"}, idleness_of}}},
      {"lock", {{"lock wait", lock, waiting}, {"charged to holder", {"hold_lock"}, held_by}}},
      {"turns",
       {{"lock wait", lock, waiting},
        {"charged to holder", {"hold_briefly"}, held_by},
        {"holder of both", {"hold_briefly", "want_briefly"}, only_holder}}},
      {"unequal",
       {{"lock wait", lock, waiting}, {"long of both", {"hold_long", "hold_short"}, first_holder}}},
      {"critical",
       {{"critical wait", {"critical wait", "mutex wait"}, waiting},
        {"charged to holder", {"hold_critical"}, held_by}}},
  };
}

// ---- runs

void must_succeed(const Launch& launch) {
  const Outcome outcome = run_to_end(launch);
  if (outcome.status == 0) return;
  std::string words;
  for (const std::string& word : launch.command) words += " " + word;
  throw std::runtime_error(fmt::format("failed with wait status {:#x}:{}", outcome.status, words));
}

struct Run {
  json report;
  Truth truth;
};

Run record(const AccuracyPlan& plan, const Mode& mode, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directory(folder);
  const std::string file = (folder / "run.limpid").string();
  Launch recorded{{plan.limpid.string(), "record", "-F", plan.frequency, "-o", file, "--",
                   plan.program.string(), mode.name, std::to_string(plan.run_ms)},
                  {}};
  recorded.output = folder / "truth";
  must_succeed(recorded);
  Launch shown{{plan.limpid.string(), "report", "--json", file}, {}};
  shown.output = folder / "report";
  must_succeed(shown);
  Run run;
  std::ifstream truth(recorded.output), report(shown.output);
  if (!(truth >> run.truth.f >> run.truth.g >> run.truth.wait))
    throw std::runtime_error(fmt::format("{} {} printed no times", plan.program.string(), mode.name));
  run.report = json::parse(report);
  return run;
}

void add_trials(const Mode& mode, const Run& run, std::vector<std::vector<Trial>>* trials) {
  const double samples = run.report.at("run").at("samples").get<double>();
  for (std::size_t q = 0; q < mode.quantities.size(); ++q) {
    const Quantity& quantity = mode.quantities[q];
    const Comparison c = quantity.compare(run.report, run.truth, quantity.names);
    (*trials)[q].push_back({c.reported, c.truth, samples * c.part});
  }
}

void print_heading(const AccuracyPlan& plan, int busy) {
  fmt::print("{} runs of {} ms each, {} Hz; in points of the share\n", plan.runs, plan.run_ms,
             plan.frequency);
  fmt::print("{:<10}{:<19}{:>9}{:>9}{:>8}{:>9}{:>8}{:>10}{:>9}\n", "program", "share", "beside", "truth",
             "bias", "+-", "sd", "binomial", "samples");
  fmt::print("(beside: busy processes, 0 or {}; +-: 95 % confidence of the bias)\n", busy);
}

json print_row(const Mode& mode, const char* what, int busy, const Estimate& e) {
  const bool beyond = e.surely_beyond(kMostBias);
  fmt::print("{:<10}{:<19}{:>9}{:>9.2f}{:>+8.2f}{:>9.2f}{:>8.2f}{:>10.2f}{:>9.0f}{}\n", mode.name, what, busy,
             e.truth, e.bias, e.uncertainty, e.spread, e.binomial, e.samples, beyond ? "   biased" : "");
  fflush(stdout);
  return {{"program", mode.name}, {"share", what},
          {"busy", busy},         {"truth", e.truth},
          {"bias", e.bias},       {"uncertainty", e.uncertainty},
          {"sd", e.spread},       {"binomial_sd", e.binomial},
          {"samples", e.samples}, {"biased", beyond}};
}

}  // namespace

bool print_accuracy(const AccuracyPlan& plan, const ScratchFolder& scratch) {
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  const int busy = plan.busy != 0 ? plan.busy : processors;
  const std::regex pattern(plan.select);
  json rows = json::array();
  bool passed = true;
  print_heading(plan, busy);
  const OtherLoad load;
  for (const Mode& mode : modes()) {
    if (!std::regex_search(mode.name, pattern)) continue;
    std::vector<std::vector<Trial>> trials[2] = {std::vector<std::vector<Trial>>(mode.quantities.size()),
                                                 std::vector<std::vector<Trial>>(mode.quantities.size())};
    for (int i = 0; i < plan.runs; ++i) {
      for (const int loaded : {0, 1}) {
        const BusyProcesses beside(loaded != 0 ? busy : 0);
        add_trials(mode, record(plan, mode, scratch.path() / "accuracy"), &trials[loaded]);
      }
    }
    for (const int loaded : {0, 1}) {
      for (std::size_t q = 0; q < mode.quantities.size(); ++q) {
        const Estimate e = estimate(trials[loaded][q]);
        rows.push_back(print_row(mode, mode.quantities[q].what, loaded != 0 ? busy : 0, e));
        passed &= !e.surely_beyond(kMostBias);
      }
    }
  }
  if (rows.empty()) throw std::runtime_error("--select \"" + plan.select + "\" matches no program");
  load.warn_if_disturbed();
  if (!plan.json_file.empty()) {
    std::ofstream file(plan.json_file);
    file << rows.dump(2) << "\n";
    if (!file) throw std::runtime_error("cannot write " + plan.json_file);
  }
  return passed;
}

}  // namespace bench
