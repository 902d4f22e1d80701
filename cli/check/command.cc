// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/failure.h"
#include "base/layout.h"
#include "check/campaign.h"
#include "check/report.h"
#include "record/diagnosis.h"
#include "record/launch.h"
#include "record/target.h"

namespace limpid::cli::check {
namespace {

namespace fs = std::filesystem;

// A directory of this run's own, gone with it.
class Scratch {
 public:
  Scratch() {
    std::error_code ignored;
    std::string pattern = fs::temp_directory_path(ignored) / "limpid-check.XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr)
      throw Failure(kExitBadUsage, fmt::format("{}: {}", pattern, std::strerror(errno)));
    path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The runtime in place of the one that the program asks for, and the checking tool, before what the user has.
record::Variables variables_for(const record::Target& target, const Layout& layout, const Runtime& runtime,
                                const std::string& results) {
  auto user = [](const std::string& name) { return environment(name.c_str()); };
  Layout replaced = layout;
  replaced.lib = runtime.names;
  replaced.runtime = runtime.library;
  record::Variables variables = record::runtime_variables(target, replaced);
  variables["OMP_TOOL"] = "enabled";
  variables["OMP_TOOL_LIBRARIES"] = record::in_front(layout.checker, "OMP_TOOL_LIBRARIES", user);
  variables["LIMPID_CHECK_RESULT"] = results + "/%p";
  return variables;
}

// Without a program to run nothing is checked, whatever the shell would call it.
record::Target inspect(const std::string& program, const std::vector<std::string>& library_path) {
  try {
    return record::inspect_target(program, library_path);
  } catch (const Failure& failure) {
    throw Failure(kExitBadUsage, failure.what());
  }
}

std::string ending_in_words(const record::Ending& ending) {
  if (ending.by_signal) return fmt::format("ended by signal {} ({})", ending.code, strsignal(ending.code));
  return fmt::format("exit status {}", ending.code);
}

void check_program(const Options& options, const Layout& layout, const Runtime& runtime,
                   const std::string& scratch, Subject* subject, Verdict* verdict) {
  subject->program = options.command.front();
  std::vector<std::string> library_path = record::split_path(environment("LD_LIBRARY_PATH"));
  library_path.insert(library_path.begin(), runtime.names);
  record::Target target = inspect(options.command.front(), library_path);
  std::string warning = record::foreseen(target);
  if (!warning.empty()) fmt::print(stderr, "limpid: warning: {}\n", warning);
  std::vector<int> numbers = options.threads.empty() ? std::vector<int>{0} : options.threads;
  for (int threads : numbers) {
    std::string results = fmt::format("{}/results{}", scratch, threads);
    fs::create_directories(results);
    record::Variables variables = variables_for(target, layout, runtime, results);
    if (threads > 0) variables["OMP_NUM_THREADS"] = fmt::format("{}", threads);
    record::Ending ending =
        record::launch(target.path, target.is_elf && target.interpreter.empty(), options.command, variables);
    subject->ending = ending_in_words(ending);
    ++verdict->runs;
    verdict->add({options.command.front(), "", threads, false}, read_results(results, runtime));
  }
}

void write_report(const Options& options, const Subject& subject, const Verdict& verdict) {
  bool own_set = options.command.empty();
  int descriptor = own_set ? STDOUT_FILENO : STDERR_FILENO;
  Style style = Style::for_descriptor(descriptor, options.output.empty());
  std::string report = options.json ? json_report(subject, verdict) : text_report(subject, verdict, style);
  if (options.output.empty()) {
    fmt::print(own_set ? stdout : stderr, "{}", report);
    return;
  }
  std::ofstream file(options.output);
  file << report;
  if (!file.flush())
    throw Failure(kExitBadUsage,
                  fmt::format("{}: cannot be written: {}", options.output, std::strerror(errno)));
}

}  // namespace

int run_check(const Options& options) {
  Layout layout = find_layout();
  if (access(layout.checker.c_str(), R_OK) != 0)
    throw Failure(kExitBadUsage, fmt::format("the checking tool is missing: {}", layout.checker));
  for (int threads : options.threads) {
    if (threads < 1)
      throw Failure(kExitBadUsage, fmt::format("--threads: {} is no number of threads", threads));
  }
  Scratch scratch;
  Runtime runtime = choose_runtime(options.runtime, layout, scratch.path());
  Subject subject;
  Verdict verdict;
  subject.library = runtime.library;
  subject.threads = options.threads;
  if (options.command.empty()) {
    Campaign campaign(options, layout, runtime, scratch.path());
    campaign.run(&verdict);
    subject.compilers = campaign.compilers();
    subject.programs = campaign.programs();
    subject.threads = campaign.threads();
  } else {
    check_program(options, layout, runtime, scratch.path(), &subject, &verdict);
  }
  write_report(options, subject, verdict);
  return verdict.connected && verdict.deviations() == 0 ? kExitOk : kExitBadInput;
}

}  // namespace limpid::cli::check
