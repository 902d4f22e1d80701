// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the process's OMPT tool: tool-var, the search, the log.
#include "tools/startup/startup.h"

#include "base/check.h"
#include "core/icv/icv.h"
#include "tools/startup/search.h"

namespace limpid::tools::startup {

void start_tool(std::span<const Interface> interfaces) {
  const core::GlobalIcvs& icvs = core::global_icvs();
  if (icvs.wrong_tool != nullptr)  // required by the report of 2016; OpenMP 5.1 leaves it open
    base::fatal("OMP_TOOL=\"%s\": expected ENABLED or DISABLED", icvs.wrong_tool);
  Log log(icvs.tool_verbose_init);
  if (!icvs.tool_enabled) {
    log.say("OMP_TOOL=disabled: no tool is looked for.\n");
    return;
  }
  const Interface* found = find_tool(interfaces, icvs.tool_libraries, log);
  if (found == nullptr) {
    log.say("No OMP tool is active.\n");
    return;
  }
  log.say("Calling the tool's initializer... ");
  found->start(log);
}

StartInLibrary start_tool_in(std::span<const Interface> interfaces, const char* library) {
  Log silent(nullptr);
  const FoundInLibrary found = find_tool_in(interfaces, library, silent);
  if (found.interface == nullptr) return {false, found.problem};
  return {found.interface->start(silent), nullptr};
}

}  // namespace limpid::tools::startup
