// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the tool interfaces at start-up, at the end of the process, and in a fork's child.
#include "lib/tool_start.h"

#include "events/emit.h"
#include "lib/attach.h"
#include "tools/attach/attach.h"
#include "tools/collector/session.h"
#include "tools/layout/debugger.h"
#include "tools/ompt2016/tool.h"
#include "tools/ompt5/device.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/startup.h"

namespace limpid::lib {

void start_tools() {
  tools::layout::start();
  const tools::startup::Interface interfaces[] = {tools::ompt5::interface(), tools::ompt2016::interface()};
  tools::startup::start_tool(interfaces);
}

void stop_collector() {
  tools::collector::end_callbacks();
}

void end_devices() {
  tools::ompt5::dismiss_device();
}

void stop_tools() {
  tools::ompt5::stop();
  tools::ompt2016::stop();
  tools::layout::stop();
}

void forget_tools_after_fork() {
  events::forget_observers_after_fork();
  tools::ompt5::forget_after_fork();
  tools::ompt2016::forget_after_fork();
  tools::attach::forget_after_fork();
  forget_injected_call();
  tools::collector::resume_after_fork();
}

}  // namespace limpid::lib
