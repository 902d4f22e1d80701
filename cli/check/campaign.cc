// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/failure.h"
#include "check/process.h"

namespace limpid::cli::check {
namespace {

constexpr int kStormHz = 2000;
constexpr int kRunSeconds = 120;  // a limit for what hangs, not a judgement of speed

// Does task(0) … task(count - 1), as many at once as there are processors.
template <class Work>
void in_parallel(size_t count, const Work& work) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> helpers;
  size_t processors = std::max(1u, std::thread::hardware_concurrency());
  for (size_t i = 0; i < std::min(count, processors); ++i) {
    helpers.emplace_back([&] {
      for (size_t number = next++; number < count; number = next++) work(number);
    });
  }
  for (std::thread& helper : helpers) helper.join();
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// The loader's words when the runtime lacks a symbol or a version that the program needs.
bool lacks_a_symbol(const JobEnd& end) {
  bool said = end.err.find("' not found (required by") != std::string::npos ||
              end.err.find("undefined symbol: ") != std::string::npos;
  return (end.status == 1 || end.status == 127) && said;
}

const char* excuse_of(const Program& program, const std::string& family) {
  auto found = program.not_for.find(family);
  return found == program.not_for.end() ? nullptr : found->second.c_str();
}

}  // namespace

struct Campaign::Outcome {
  JobEnd end;
  std::vector<ProcessResult> results;
};

Campaign::Campaign(const Options& options, const Layout& layout, const Runtime& runtime, std::string scratch)
    : layout_(layout), runtime_(runtime), scratch_(std::move(scratch)), threads_(options.threads) {
  if (threads_.empty()) threads_ = {1, 2, 4, 8};
  programs_ = read_programs(layout.check + "/programs", options.only);
  compilers_ = find_compilers(options.compilers, scratch_);
  for (const Compiler& compiler : compilers_) {
    if (calls_gomp(compiler.family) ? runtime.gomp : runtime.kmp) used_.push_back(compiler);
  }
  if (compilers_.empty())
    throw Failure(kExitBadUsage,
                  "no compiler to build programs with: gcc, clang or flang are expected in PATH");
  if (used_.empty()) {
    throw Failure(kExitBadUsage,
                  fmt::format("{} runs programs of {} only, and the compilers here are {}", runtime.library,
                              runtime.gomp ? "gcc" : "clang and flang", in_words(compilers_)));
  }
}

void Campaign::build_all(Verdict* verdict) {
  std::vector<std::pair<const Program*, const Compiler*>> pairs;
  for (const Program& program : programs_) {
    for (const Compiler& compiler : used_) {
      if (compiler.language != program.language) continue;
      if (const char* excuse = excuse_of(program, compiler.family)) {
        verdict->add_left_out(fmt::format("{} ({}): {}", program.name, compiler.family, excuse));
      } else {
        pairs.emplace_back(&program, &compiler);
      }
    }
  }
  Builder builder(layout_, scratch_);
  built_.resize(pairs.size());
  in_parallel(pairs.size(), [&](size_t i) { built_[i] = builder.build(*pairs[i].first, *pairs[i].second); });
  for (const Built& built : built_) {
    if (!built.file.empty()) continue;
    verdict->add_left_out(fmt::format("{} ({}) could not be built: {}", built.program->name,
                                      built.compiler->family, built.problem));
  }
}

Campaign::Outcome Campaign::run_one(const Task& task, size_t number) const {
  Job job;
  job.directory = fmt::format("{}/run{}", scratch_, number);
  std::string results = job.directory + "/results";
  std::error_code ignored;
  std::filesystem::create_directories(results, ignored);
  job.command = {task.built->file};
  job.seconds = kRunSeconds;
  job.without = {"OMP_", "OMPT_", "LIMPID_", "LD_PRELOAD"};
  job.environment = {{"OMP_NUM_THREADS", fmt::format("{}", task.run.threads)},
                     {"OMP_DYNAMIC", "false"},
                     {"OMP_TOOL_LIBRARIES", layout_.checker},
                     {"LIMPID_CHECK_RESULT", results + "/%p"},
                     {"LD_LIBRARY_PATH", runtime_.names}};
  if (const char* path = std::getenv("LD_LIBRARY_PATH"))
    job.environment["LD_LIBRARY_PATH"] += std::string(":") + path;
  // Which devices there are is the user's to say.
  if (const char* offload = std::getenv("OMP_TARGET_OFFLOAD"))
    job.environment["OMP_TARGET_OFFLOAD"] = offload;
  if (task.run.storm) job.environment["LIMPID_CHECK_STORM"] = fmt::format("{}", kStormHz);
  for (const auto& [name, value] : task.built->program->environment) job.environment[name] = value;
  Outcome outcome;
  outcome.end = run_job(job);
  outcome.results = read_results(results, runtime_);
  std::filesystem::remove_all(job.directory, ignored);
  return outcome;
}

void Campaign::judge(const Task& task, const Outcome& outcome, Verdict* verdict) const {
  const Run& run = task.run;
  const JobEnd& end = outcome.end;
  if (lacks_a_symbol(end)) {
    size_t colon = end.err.rfind(": ", end.err.find('\n'));
    verdict->add_left_out(
        fmt::format("{} ({}) cannot start on this runtime: {}", run.program, run.compiler,
                    first_line(end.err.substr(colon == std::string::npos ? 0 : colon + 2))));
    return;
  }
  ++verdict->runs;
  verdict->add(run, outcome.results);
  if (end.timed_out) {
    verdict->add_failure(run, "program.hangs", "-", "a program ends",
                         fmt::format("still running after {} s", kRunSeconds));
  } else if (end.signal != 0 && run.storm) {
    verdict->add_failure(run, "inquiry.crash", "4.6.1",
                         "inquiry functions may be called by a signal handler at any instruction",
                         fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal)));
  } else if (end.signal != 0) {
    verdict->add_failure(run, "program.crashes", "-", "a program is not ended by a signal",
                         fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal)));
  } else if (end.status != 0) {
    verdict->add_failure(run, "program.result", "-", "a program computes what it computes without a tool",
                         fmt::format("exit status {}: {}", end.status, first_line(end.err)));
  }
  if (!end.good()) return;
  for (const ProcessResult& result : outcome.results) {
    if (result.started && !result.ended) {
      verdict->add_failure(run, "tool.finalize", "4.3",
                           "the tool's finalizer is called when the runtime shuts down",
                           "the program ended and the finalizer was not called");
    }
  }
  if (outcome.results.size() != 1 || !outcome.results.front().ended) return;
  const ProcessResult& result = outcome.results.front();
  for (const Expectation& expectation : task.built->program->expectations) {
    const auto& excused = expectation.not_for;
    if (std::find(excused.begin(), excused.end(), run.compiler) != excused.end()) continue;
    verdict->add_answer(run, expectation, check::judge(expectation, run.threads, result), result);
  }
}

void Campaign::run(Verdict* verdict) {
  build_all(verdict);
  std::vector<Task> tasks;
  for (const Built& built : built_) {
    if (built.file.empty()) continue;
    const std::vector<int>& own = built.program->threads;
    const std::vector<int>& numbers = own.empty() ? threads_ : own;
    for (int threads : numbers)
      tasks.push_back({&built, {built.program->name, built.compiler->family, threads, false}});
    // Once more under signals, with as many threads as there may be.
    int most = *std::max_element(numbers.begin(), numbers.end());
    tasks.push_back({&built, {built.program->name, built.compiler->family, most, true}});
  }
  if (tasks.empty()) throw Failure(kExitBadUsage, "no program could be built: " + *verdict->left_out.begin());
  std::vector<Outcome> outcomes(tasks.size());
  in_parallel(tasks.size(), [&](size_t i) { outcomes[i] = run_one(tasks[i], i); });
  for (size_t i = 0; i < tasks.size(); ++i) judge(tasks[i], outcomes[i], verdict);
}

}  // namespace limpid::cli::check
