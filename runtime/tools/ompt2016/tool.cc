// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a tool that defines ompt_tool, and stops it.
#include "tools/ompt2016/tool.h"

#include "ompt-2016.h"
#include "tools/ompt2016/callbacks.h"
#include "tools/ompt2016/engine_device.h"
#include "tools/ompt2016/lookup.h"
#include "tools/ompt2016/trace.h"

namespace limpid::tools::ompt2016 {

constinit startup::Session g_session{};

namespace {

constinit ompt_initialize_fn_t g_initialize = nullptr;

bool ask(void* function) {
  g_initialize = reinterpret_cast<ompt_initialize_fn_t (*)()>(function)();
  return g_initialize != nullptr;
}

bool start(startup::Log& log) {
  allow_registration(true);
  g_initialize(lookup, startup::kRuntimeVersion, OMPT_2016_VERSION);
  allow_registration(false);
  g_session.open();
  if (!start_observing()) {
    log.say("too many tools are active already: the tool is inactive.\n");
    g_session.close();
    forget_callbacks();
    return false;
  }
  log.say("Tool was started and is using the OMPT interface of 2016.\n");
  return true;
}

}  // namespace

startup::Interface interface() {
  return {"ompt_tool", ask, start};
}

void stop() {
  if (!g_session.close()) return;
  stop_observing();
  startup::await_calls();
  g_host.trace.end();
  end_engine_traces();
  auto shutdown = callback<ompt_callback_t>(ompt_event_runtime_shutdown);
  if (shutdown != nullptr) shutdown();
  forget_callbacks();
}

void forget_after_fork() {
  g_session.forget();
  g_host.forget_after_fork();
  forget_engine_traces_after_fork();
  forget_callbacks();
}

}  // namespace limpid::tools::ompt2016
