// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// limpid-bench: what each OpenMP construct costs on Limpid and on its peers. See README.md for the method.
#include <fmt/core.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "accuracy.h"
#include "apps.h"
#include "instructions.h"
#include "launches.h"
#include "limits.h"
#include "load.h"
#include "output.h"
#include "recording.h"
#include "setting.h"
#include "tool_cost.h"

namespace fs = std::filesystem;

namespace {

using bench::Runtime;

struct Options {
  std::string select = ".";
  std::vector<int> threads;
  bool quick = false, gate = false, list = false, no_download = false;
  std::string compiler = "gcc";
  std::string json_file;
  fs::path limpid;  // folder; empty = beside this program
  std::vector<std::string> others;
  fs::path with, without;
  bench::RecordingPlan recording;
  bench::AccuracyPlan accuracy;
  bench::SettingPlan setting;
  bench::LaunchPlan launches;
  bench::AppsPlan apps;
  bool with_tool = false;
  bench::Plan plan;
};

// This program lies in the staged install tree: STAGE/bin.
fs::path program_folder() {
  return fs::canonical("/proc/self/exe").parent_path();
}
fs::path stage() {
  return program_folder().parent_path();
}

// Limpid if it is there, the peers that are installed, and what --other names; says what is missing.
std::vector<Runtime> gather_runtimes(const Options& options, const bench::ScratchFolder& scratch) {
  std::vector<Runtime> runtimes;
  const fs::path folder = options.limpid.empty() ? stage() / "lib" : options.limpid;
  if (!options.limpid.empty() || fs::exists(folder / "libgomp.so.1")) {
    runtimes.push_back(bench::runtime_in_folder("limpid", folder, Runtime::Role::kSubject));
  } else {
    fmt::print(stderr,
               "bench: no Limpid in {}: only its peers are measured (--limpid FOLDER names another)\n",
               folder.string());
  }
  if (options.compiler != "gcc") {
    // libgomp cannot run what Clang builds.
  } else if (auto libgomp = bench::find_libgomp(scratch)) {
    runtimes.push_back(*libgomp);
  } else {
    fmt::print(stderr, "bench: libgomp.so.1 is missing (Debian: libgomp1): compared without it\n");
  }
  if (auto libomp = bench::find_libomp(scratch, stage().parent_path() / "peers", !options.no_download)) {
    runtimes.push_back(*libomp);
  } else {
    fmt::print(stderr,
               "bench: libomp.so.5 is missing (Debian: libomp5-19; or LIMPID_BENCH_LIBOMP=FILE): compared "
               "without it\n");
  }
  for (const std::string& other : options.others) {
    const auto equals = other.find('=');
    if (equals == std::string::npos)
      throw std::runtime_error("--other is \"" + other + "\", expected NAME=FOLDER");
    runtimes.push_back(
        bench::runtime_in_folder(other.substr(0, equals), other.substr(equals + 1), Runtime::Role::kOther));
  }
  if (runtimes.empty()) throw std::runtime_error("there is no OpenMP runtime to measure");
  return runtimes;
}

std::vector<bench::Construct> selected_constructs(const Options& options, bool with_inquiries = false) {
  std::vector<bench::Construct> constructs = bench::list_constructs(options.plan.kernels);
  if (with_inquiries) {
    auto inquiries = bench::list_constructs(options.plan.kernels, "--list-inquiries");
    for (bench::Construct& inquiry : inquiries) inquiry.inquiry = true;
    constructs.insert(constructs.begin(), inquiries.begin(), inquiries.end());
  }
  const std::regex pattern(options.select);
  std::erase_if(constructs, [&](const bench::Construct& c) { return !std::regex_search(c.name, pattern); });
  if (constructs.empty())
    throw std::runtime_error("--select \"" + options.select + "\" matches no construct (see --list)");
  return constructs;
}

void write_json(const std::string& name, const nlohmann::json& object) {
  if (name.empty()) return;
  std::ofstream file(name);
  file << object.dump(2) << "\n";
  if (!file) throw std::runtime_error("cannot write " + name);
}

int compare(Options options) {
  const std::vector<bench::Construct> constructs = selected_constructs(options);
  if (options.list) {
    for (const auto& construct : constructs) fmt::print("{:<32}{}\n", construct.name, construct.operation);
    return 0;
  }
  const bench::ScratchFolder scratch;
  const std::vector<Runtime> runtimes = gather_runtimes(options, scratch);
  for (const Runtime& runtime : runtimes) fmt::print("{:<10}{}\n", runtime.name, runtime.library.string());
  const bench::OtherLoad load;
  std::vector<bench::Summary> summaries;
  for (int threads : options.threads) {
    options.plan.threads = threads;
    const bench::Conditions conditions{options.compiler, threads > options.plan.cpus};
    const auto below = [&](const bench::Verdict& verdict) {
      return bench::surely_below(verdict, conditions);
    };
    bench::print_heading(runtimes, options.plan);
    std::vector<bench::Verdict> verdicts;
    for (const auto& construct : constructs) {
      verdicts.push_back(
          bench::judge(construct, runtimes, bench::measure(construct, runtimes, options.plan)));
      bench::print_row(verdicts.back(), runtimes, below(verdicts.back()));
    }
    summaries.push_back(
        bench::summarize(threads, least_mean(conditions), below, runtimes, std::move(verdicts)));
  }
  for (const auto& summary : summaries) bench::print_summary(summary, runtimes);
  load.warn_if_disturbed();
  write_json(options.json_file, bench::to_json(summaries, runtimes, options.plan));
  return options.gate &&
         !std::all_of(summaries.begin(), summaries.end(), [](const auto& s) { return s.passed; });
}

int count_instructions(const Options& options) {
  const bench::ScratchFolder scratch;
  std::vector<Runtime> runtimes;
  runtimes.push_back(bench::runtime_in_folder("without", options.without, Runtime::Role::kOther));
  runtimes.push_back(bench::runtime_in_folder("with", options.with.empty() ? stage() / "lib" : options.with,
                                              Runtime::Role::kSubject));
  bench::Plan plan = options.plan;
  plan.threads = options.threads.front();
  return bench::print_instructions(selected_constructs(options), runtimes, plan, scratch) ? 0 : 1;
}

int cost_of_recording(Options options) {
  const bench::ScratchFolder scratch;
  const fs::path folder = options.limpid.empty() ? stage() / "lib" : options.limpid;
  bench::RecordingPlan& plan = options.recording;
  plan.runtime = bench::runtime_in_folder("limpid", folder, Runtime::Role::kSubject);
  if (plan.limpid.empty()) plan.limpid = folder.parent_path() / "bin" / "limpid";
  if (!fs::exists(plan.limpid)) throw std::runtime_error("there is no command " + plan.limpid.string());
  plan.threads = options.threads.front();
  bench::print_recording_cost(plan, scratch);
  return 0;
}

int accuracy_of_recording(Options options) {
  const bench::ScratchFolder scratch;
  bench::AccuracyPlan& plan = options.accuracy;
  if (plan.limpid.empty()) plan.limpid = program_folder() / "limpid";
  plan.program =
      program_folder() / ("limpid-bench-known" + (options.compiler == "gcc" ? "" : "-" + options.compiler));
  for (const fs::path& file : {plan.limpid, plan.program}) {
    if (!fs::exists(file))
      throw std::runtime_error("there is no " + file.string() + ": is everything built?");
  }
  plan.select = options.select;
  plan.json_file = options.json_file;
  if (options.quick) plan.runs = 3;
  return !bench::print_accuracy(plan, scratch) && options.gate;
}

int cost_of_tool(Options options) {
  const bench::ScratchFolder scratch;
  std::vector<Runtime> runtimes = gather_runtimes(options, scratch);
  std::erase_if(runtimes, [](const Runtime& r) { return r.name == "libgomp"; });  // has no OMPT
  const bench::OtherLoad load;
  bool passed = true;
  for (const int threads : options.threads) {
    options.plan.threads = threads;
    passed &= bench::print_tool_cost(selected_constructs(options, true), runtimes,
                                     program_folder() / "liblimpid-bench-tool.so", options.plan);
  }
  load.warn_if_disturbed();
  return options.gate && !passed;
}

int effect_of_setting(Options options) {
  const fs::path folder = options.limpid.empty() ? stage() / "lib" : options.limpid;
  Runtime runtime = bench::runtime_in_folder("limpid", folder, Runtime::Role::kSubject);
  runtime.environment = options.setting.both;
  if (options.with_tool) runtime.tool = program_folder() / "liblimpid-bench-tool.so";
  fmt::print("{} pairs of launches on {} processors beside {} busy processes; ns per operation, median\n",
             options.setting.pairs, options.plan.cpus, options.setting.busy);
  fmt::print("{:<26}threads  without       with   longer    95 % interval   ({})\n", "construct",
             options.setting.setting.empty() ? options.setting.against.string() : options.setting.setting);
  bool passed = true;
  for (const int threads : options.threads) {
    options.plan.threads = threads;
    passed &= bench::print_setting(selected_constructs(options), runtime, options.setting, options.plan);
  }
  return !passed;
}

int distribution_of_launches(Options options) {
  const bench::ScratchFolder scratch;
  const std::vector<Runtime> runtimes = gather_runtimes(options, scratch);
  const bench::OtherLoad load;
  bool passed = true;
  for (const int threads : options.threads) {
    options.plan.threads = threads;
    passed &= bench::print_launches(selected_constructs(options), runtimes, options.launches, options.plan);
  }
  load.warn_if_disturbed();
  return options.gate && !passed;
}

// Our own programs lie beside this one, in a folder for each compiler.
std::vector<bench::Program> selected_programs(const Options& options) {
  const fs::path own = program_folder() / "limpid-bench-apps";
  std::vector<bench::Program> programs;
  const auto append = [&](const fs::path& folder, const std::string& compiler) {
    for (bench::Program& program : bench::programs_in_folder(folder, compiler))
      programs.push_back(std::move(program));
  };
  for (const std::string& compiler : options.apps.compilers) append(own / compiler, compiler);
  if (!options.apps.programs.empty()) append(options.apps.programs, "");
  const std::regex pattern(options.select);
  std::erase_if(programs, [&](const bench::Program& p) { return !std::regex_search(p.name, pattern); });
  if (programs.empty())
    throw std::runtime_error("--select \"" + options.select + "\" matches no program (see --list)");
  return programs;
}

int compare_programs(Options options) {
  const std::vector<bench::Program> programs = selected_programs(options);
  if (options.list) {
    for (const bench::Program& program : programs)
      fmt::print("{:<20}{:<9}{}\n", program.name, program.compiler, program.file.string());
    return 0;
  }
  const bench::ScratchFolder scratch;
  const std::vector<Runtime> runtimes = gather_runtimes(options, scratch);
  for (const Runtime& runtime : runtimes) fmt::print("{:<10}{}\n", runtime.name, runtime.library.string());
  const bench::OtherLoad load;
  std::vector<bench::AppVerdict> verdicts;
  for (const int threads : options.threads) {
    options.plan.threads = threads;
    for (bench::AppVerdict& verdict : bench::measure_apps(programs, runtimes, options.apps, options.plan))
      verdicts.push_back(std::move(verdict));
  }
  bench::print_apps_summary(verdicts, runtimes);
  load.warn_if_disturbed();
  write_json(options.json_file, bench::apps_to_json(verdicts, runtimes, options.apps, options.plan));
  const auto any = [&](bool (bench::AppVerdict::*is)() const) {
    return std::any_of(verdicts.begin(), verdicts.end(), [&](const auto& v) { return (v.*is)(); });
  };
  return any(&bench::AppVerdict::failed) || (options.gate && any(&bench::AppVerdict::is_surely_slow));
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("-s,--select", options.select, "Only constructs whose name matches this regular expression");
  app.add_flag("-l,--list", options.list, "List the constructs and what one operation of each is");
  app.add_option("-t,--threads", options.threads, "Team sizes, e.g. 2,8")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024));
  app.add_option("--cpus", options.plan.cpus, "Processors the measured programs may use")
      ->check(CLI::Range(1, 1024));
  app.add_option("--nice", options.plan.priority,
                 "Priority of the measured programs; -20 (as root) keeps others away")
      ->check(CLI::Range(-20, 19));
  app.add_flag("--bind", options.plan.bind, "Run everything with OMP_PROC_BIND=true");
  app.add_option("-b,--blocks", options.plan.blocks, "Blocks per construct and runtime")
      ->check(CLI::Range(1, 10000));
  app.add_option("--block-ms", options.plan.block_ms, "Length of a block")->check(CLI::Range(0.1, 1000.0));
  app.add_option("--launches", options.plan.launches, "Processes over which the blocks are spread")
      ->check(CLI::Range(1, 100));
  app.add_flag("-q,--quick", options.quick, "Few and short blocks: a first impression");
  app.add_option("--json", options.json_file, "Write the results to this file as well");
  app.add_option("--compiler", options.compiler, "Whose code is measured: gcc, or clang (without libgomp)")
      ->check(CLI::IsMember({"gcc", "clang"}));
  app.add_option("--limpid", options.limpid, "Folder with Limpid's libgomp.so.1");
  app.add_option("--other", options.others, "NAME=FOLDER: another runtime to measure, not counted as a peer");
  app.add_flag("--no-download", options.no_download, "Do not fetch libomp when only an old one is installed");
  app.add_flag(
      "--gate", options.gate,
      "Exit with 1 unless Limpid's mean is large enough and no construct is surely under its limit "
      "(accuracy: if a "
      "report is surely wrong by more than 3 points; launches: if one is slow, or beside busy processes the "
      "median over twice the better peer's; apps: if a program is surely slower than on the better peer)");
}

CLI::App* add_accuracy(CLI::App& app, bench::AccuracyPlan& plan) {
  CLI::App* accuracy = app.add_subcommand(
      "accuracy", "What recordings of programs of known truth say, alone and beside busy processes");
  accuracy->add_option("--command", plan.limpid, "The limpid command");
  accuracy->add_option("--runs", plan.runs, "Runs of each program under each load")
      ->check(CLI::Range(2, 1000));
  accuracy->add_option("--run-ms", plan.run_ms, "Length of a run")->check(CLI::Range(100, 600000));
  accuracy->add_option("--busy", plan.busy, "Busy processes (default: as many as processors)")
      ->check(CLI::Range(1, 1024));
  accuracy->add_option("-F,--frequency", plan.frequency, "Sampling rate in Hz for limpid record");
  return accuracy;
}

CLI::App* add_setting(CLI::App& app, Options& options) {
  CLI::App* setting = app.add_subcommand(
      "setting", "What a variable in the environment changes: Limpid with it and without, in fresh launches");
  setting->add_option("--pairs", options.setting.pairs, "Pairs of launches")->check(CLI::Range(1, 10000));
  setting->add_option("--beside", options.setting.busy, "Busy processes beside")->check(CLI::Range(0, 1024));
  setting->add_option("--both", options.setting.both, "NAME=VALUE for both launches of each pair");
  setting->add_flag("--with-tool", options.with_tool, "With the OMPT tool that does nothing");
  setting->add_option("--against", options.setting.against,
                      "Folder with libgomp.so.1 of another build, to compare with");
  setting->add_option("setting", options.setting.setting, "NAME=VALUE");
  return setting;
}

CLI::App* add_launches(CLI::App& app, bench::LaunchPlan& plan) {
  CLI::App* launches = app.add_subcommand(
      "launches", "Fresh processes beside each other: quartiles, worst, and how many are slow");
  launches->add_option("--processes", plan.launches, "Fresh processes of each runtime")
      ->check(CLI::Range(4, 10000));
  launches->add_option("--beside", plan.busy, "Busy processes beside")->check(CLI::Range(0, 1024));
  return launches;
}

CLI::App* add_apps(CLI::App& app, bench::AppsPlan& plan) {
  CLI::App* apps =
      app.add_subcommand("apps", "Whole programs, our own and those of a folder, on each runtime by turns");
  apps->add_option("--programs", plan.programs, "Folder whose executable files are run as well");
  apps->add_option("--rounds", plan.rounds, "Runs of each program on each runtime")
      ->check(CLI::Range(1, 1000));
  apps->add_flag("--side-by-side", plan.side_by_side, "Two copies of a program at once, until both are done");
  return apps;
}

// Whose builds of our own programs are run: those of the compiler that was asked for, otherwise all that there are.
std::vector<std::string> compilers_of_apps(const CLI::App& app, const std::string& asked_for) {
  if (app.count("--compiler") > 0) return {asked_for};
  if (fs::exists(program_folder() / "limpid-bench-apps" / "clang")) return {"gcc", "clang"};
  fmt::print(stderr, "bench: no programs built by Clang (was clang-22 installed?): left out\n");
  return {"gcc"};
}

// The worker that the compiler in question built.
fs::path kernels_of(const std::string& compiler) {
  const fs::path gcc = program_folder() / "limpid-bench-kernels";
  if (compiler == "gcc") return gcc;
  const fs::path kernels = gcc.string() + "-" + compiler;
  if (!fs::exists(kernels))
    throw std::runtime_error("there is no " + kernels.string() + ": was clang-22 installed?");
  return kernels;
}

int dispatch(int argc, char** argv) {
  Options options;
  CLI::App app("What each OpenMP construct costs on Limpid, libgomp and libomp");
  app.fallthrough();
  add_options(app, options);
  CLI::App* instructions =
      app.add_subcommand("instructions", "Count instructions with and without the events (callgrind)");
  instructions->add_option("--with", options.with, "Folder with libgomp.so.1 of the usual build");
  instructions->add_option("--without", options.without, "The same of a build with -DLIMPID_EVENTS=OFF")
      ->required();
  CLI::App* tool = app.add_subcommand(
      "tool", "Cost of an OMPT tool that registers every callback and does nothing, per event");
  CLI::App* recording =
      app.add_subcommand("recording", "Cost of limpid record for a program, in paired runs");
  recording->add_option("--command", options.recording.limpid, "The limpid command");
  recording->add_option("--rounds", options.recording.rounds, "Pairs of runs")->check(CLI::Range(1, 1000));
  recording->add_option("-F,--frequency", options.recording.frequency,
                        "Sampling rate in Hz for limpid record");
  recording->add_flag("--trace", options.recording.trace,
                      "Also runs with --trace: what an event costs, and its bytes");
  recording->add_option("program", options.recording.program, "The program and its arguments, after --")
      ->required();
  CLI::App* accuracy = add_accuracy(app, options.accuracy);
  CLI::App* setting = add_setting(app, options);
  CLI::App* launches = add_launches(app, options.launches);
  CLI::App* apps = add_apps(app, options.apps);
  app.require_subcommand(0, 1);
  CLI11_PARSE(app, argc, argv);
  if (*accuracy) return accuracy_of_recording(options);
  options.plan.kernels = kernels_of(options.compiler);
  if (options.quick) {
    options.plan.blocks = 15;
    options.plan.block_ms = 3;
    options.plan.launches = 3;
    options.apps.rounds = 3;
  }
  if (options.threads.empty())
    options.threads = *instructions || *tool ? std::vector{1}
                      : *recording           ? std::vector{2}
                      : *apps                ? std::vector{2, 4, 8}
                                             : std::vector{2, 8};
  if (*instructions) return count_instructions(options);
  if (*tool) return cost_of_tool(options);
  if (*setting) return effect_of_setting(options);
  if (*launches) return distribution_of_launches(options);
  if (*apps) {
    options.apps.compilers = compilers_of_apps(app, options.compiler);
    return compare_programs(options);
  }
  if (*recording) return cost_of_recording(options);
  return compare(options);
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  try {
    return dispatch(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench: {}\n", e.what());
    return 2;
  }
}
