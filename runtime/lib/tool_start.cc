// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/tool_start.h"

#include "events/spine.h"
#include "tools/ompt5/tool.h"

namespace limpid::lib {

void start_tools() {
  tools::ompt5::start();
}

void stop_tools() {
  tools::ompt5::stop();
}

void forget_tools_after_fork() {
  events::forget_listeners_after_fork();
  tools::ompt5::forget_after_fork();
}

}  // namespace limpid::lib
