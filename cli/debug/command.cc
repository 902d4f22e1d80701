// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/exec_lists.h"
#include "base/failure.h"
#include "record/diagnosis.h"
#include "record/target.h"

namespace limpid::cli::debug {
namespace {

void check(const Options& options, const Layout& layout) {
  if (!options.core.empty() && options.pid != 0)
    throw Failure(kExitBadUsage, "--core and --pid exclude each other");
  if (options.program.empty() && options.core.empty() && options.pid == 0)
    throw Failure(kExitBadUsage, "no program to debug; try `limpid debug ./program`");
  if (options.program.size() > 1 && (!options.core.empty() || options.pid != 0))
    throw Failure(kExitBadUsage,
                  fmt::format("with --core and --pid no arguments of the program are expected, got `{}`",
                              options.program[1]));
  if (!options.core.empty() && access(options.core.c_str(), R_OK) != 0)
    throw Failure(kExitBadInput, fmt::format("cannot read {}: {}", options.core, std::strerror(errno)));
  if (access(layout.gdb_script.c_str(), R_OK) != 0)
    throw Failure(kExitNotStarted, fmt::format("the commands for gdb are missing: {}", layout.gdb_script));
}

// What the program needs in order to run on Limpid under gdb.
record::Variables variables_of(const Options& options, const Layout& layout) {
  const char* user = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> library_path = record::split_path(user == nullptr ? "" : user);
  library_path.insert(library_path.begin(), layout.lib);
  const record::Target target = record::inspect_target(options.program.front(), library_path);
  const std::string warning = record::foreseen(target);
  if (!warning.empty()) fmt::print(stderr, "limpid: warning: {}\n", warning);
  return record::runtime_variables(target, layout);
}

Failure cannot_start_gdb(const std::string& gdb, int error) {
  if (error != ENOENT)
    return {kExitCannotExecute, fmt::format("cannot start {}: {}", gdb, std::strerror(error))};
  return {kExitNotFound,
          fmt::format("no `{}` found: install gdb 13 or later with Python (Debian: apt-get install gdb), or "
                      "name one with --gdb",
                      gdb)};
}

}  // namespace

std::vector<std::string> gdb_arguments(const Options& options, const Layout& layout,
                                       const record::Variables& variables) {
  std::vector<std::string> words = {options.gdb, "-q"};
  words.insert(words.end(), options.handed_on.begin(), options.handed_on.end());
  if (options.batch) words.emplace_back("-batch");
  const auto early = [&words](const std::string& command) { words.insert(words.end(), {"-iex", command}); };
  // Otherwise gdb warns that it does not run the script beside the runtime, which loads the same commands.
  early(fmt::format("add-auto-load-safe-path {}", layout.lib));
  early(fmt::format("source {}", layout.gdb_script));
  for (const auto& [name, value] : variables) early(fmt::format("set environment {} = {}", name, value));
  for (const std::string& command : options.commands) words.insert(words.end(), {"-ex", command});
  if (options.pid != 0) words.insert(words.end(), {"-p", std::to_string(options.pid)});
  if (!options.core.empty()) words.insert(words.end(), {"-c", options.core});
  if (!options.program.empty()) words.emplace_back("--args");
  words.insert(words.end(), options.program.begin(), options.program.end());
  return words;
}

int run_debug(const Options& options) {
  const Layout layout = find_layout();
  check(options, layout);
  const bool starts = options.core.empty() && options.pid == 0;
  std::vector<std::string> words =
      gdb_arguments(options, layout, starts ? variables_of(options, layout) : record::Variables{});
  execvp(words.front().c_str(), pointers_to(words).data());
  throw cannot_start_gdb(options.gdb, errno);
}

}  // namespace limpid::cli::debug
