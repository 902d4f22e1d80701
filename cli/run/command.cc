// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/failure.h"
#include "base/layout.h"
#include "record/diagnosis.h"
#include "record/environment.h"
#include "record/launch.h"
#include "record/target.h"
#include "run/watcher.h"

namespace limpid::cli::run {

int run_program(const std::vector<std::string>& command) {
  if (command.empty()) throw Failure(kExitBadUsage, "no program to run; try `limpid run ./program`");
  Layout layout = find_layout();
  if (access(layout.runtime.c_str(), R_OK) != 0)
    throw Failure(kExitNotStarted, fmt::format("the runtime is missing: {}", layout.runtime));
  const char* user = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> library_path = record::split_path(user == nullptr ? "" : user);
  library_path.insert(library_path.begin(), layout.lib);
  record::Target target = record::inspect_target(command.front(), library_path);
  std::string warning = record::foreseen(target);
  if (!warning.empty()) fmt::print(stderr, "limpid: warning: {}\n", warning);
  if (record::needs_preload(target, layout)) leave_watcher(layout);
  int error = record::become(target.path, target.is_elf && target.interpreter.empty(), command,
                             record::runtime_variables(target, layout));
  throw record::cannot_start(target.path, error);
}

}  // namespace limpid::cli::run
