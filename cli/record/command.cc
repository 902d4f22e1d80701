// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/command.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "attach/command.h"
#include "base/failure.h"
#include "base/layout.h"
#include "base/style.h"
#include "record/diagnosis.h"
#include "record/environment.h"
#include "record/launch.h"
#include "record/outputs.h"
#include "record/settle.h"
#include "record/summary.h"
#include "record/target.h"

namespace limpid::cli::record {
namespace {

std::vector<std::string> library_path(const Options& options, const Layout& layout) {
  const char* user = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> path = split_path(user == nullptr ? "" : user);
  if (!options.keep_runtime) path.insert(path.begin(), layout.lib);
  return path;
}

void check_installation(const Options& options, const Layout& layout) {
  if (access(layout.recorder.c_str(), R_OK) != 0) {
    throw Failure(kExitNotStarted, fmt::format("the recorder is missing: {}", layout.recorder));
  }
  if (!options.keep_runtime && access(layout.runtime.c_str(), R_OK) != 0) {
    throw Failure(kExitNotStarted, fmt::format("the runtime is missing: {}", layout.runtime));
  }
}

void say(const std::string& text) {
  fmt::print(stderr, "limpid: {}\n", text);
}

}  // namespace

int run_record(const Options& options) {
  if (options.pid != 0) return attach::record_process(options);
  if (options.for_s > 0 || options.detach)
    throw Failure(kExitBadUsage,
                  fmt::format("{}: expected with --pid PID", options.detach ? "--detach" : "--for"));
  const std::vector<std::string>& command = options.command;
  if (command.empty()) throw Failure(kExitBadUsage, "no program to record; try `limpid record ./program`");
  Layout layout = find_layout();
  check_installation(options, layout);
  Target target = inspect_target(command.front(), library_path(options, layout));
  std::string directory = output_directory(options.output);
  std::string warning = foreseen(target);
  if (!warning.empty()) say("warning: " + warning);

  auto now = std::chrono::system_clock::now();
  std::string run_id = fmt::format("{}-{}", getpid(), now.time_since_epoch().count());
  Ending ending =
      launch(target.path, target.is_elf && target.interpreter.empty(), command,
             recording_variables(options, target, layout, run_id), options.keep_runtime ? nullptr : &layout);

  std::vector<analysis::Origin> outputs =
      find_outputs(directory, run_id, std::chrono::system_clock::to_time_t(now), ending.pid);
  settle(outputs, ending);
  std::string problem = no_answer(target, options, layout, {outputs, directory, ending.stray});
  if (!problem.empty()) say(problem);
  if (!outputs.empty() && !options.quiet) sum_up(outputs);
  return end_like(ending);
}

}  // namespace limpid::cli::record
