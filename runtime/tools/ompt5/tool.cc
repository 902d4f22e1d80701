// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the OMPT tool of the process, and stops it.
#include "tools/ompt5/tool.h"

#include "core/data/member.h"
#include "core/data/root.h"
#include "core/team/build.h"
#include "core/team/pool.h"
#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/device.h"
#include "tools/ompt5/events.h"
#include "tools/ompt5/lookup.h"

namespace limpid::tools::ompt5 {
namespace {

// _OPENMP of the version that the runtime implements.
constexpr unsigned kOpenmpVersion = 202011;

constinit ompt_start_tool_result_t* g_tool = nullptr;

bool ask(void* function) {
  auto start_tool = reinterpret_cast<ompt_start_tool_result_t* (*)(unsigned, const char*)>(function);
  g_tool = start_tool(kOpenmpVersion, startup::kRuntimeVersion);
  return g_tool != nullptr;
}

// Both are required: a tool without a finalizer would not learn of its end.
bool is_complete(const ompt_start_tool_result_t& tool) {
  return tool.initialize != nullptr && tool.finalize != nullptr;
}

// The host is the only device: its number is the number of the others.
int initial_device() {
  return 0;
}

// Between regions the calling thread can also end the workers, so that their thread_end events are emitted.
void end_idle_workers(core::Thread& self) {
  if (self.root == nullptr || self.member != &self.root->member) return;
  core::release_teams(self.root->member);
  core::dismiss_pool();
  core::reopen_pool();
}

void start(startup::Log& log) {
  if (!is_complete(*g_tool)) {
    log.say("there is no %s: it is not started.\n",
            g_tool->initialize == nullptr ? "initializer" : "finalizer");
    g_tool = nullptr;
    return;
  }
  allow_registration(true);
  if (g_tool->initialize(lookup, initial_device(), &g_tool->tool_data) == 0) {
    log.say("it returned 0: the tool is inactive.\n");
    allow_registration(false);
    g_tool = nullptr;
    return;
  }
  g_session.open();
  if (!start_observing()) {
    log.say("too many tools are active already: the tool is inactive.\n");
    stop();
    return;
  }
  log.say("Tool was started and is using the OMPT interface.\n");
}

}  // namespace

constinit startup::Session g_session{};

startup::Interface interface() {
  return {"ompt_start_tool", ask, start};
}

bool active() {
  return g_session.is_open();
}

void stop() {
  if (!g_session.close()) return;
  stop_observing();
  startup::await_calls();
  dismiss_device();
  allow_registration(false);
  if (g_tool != nullptr) g_tool->finalize(&g_tool->tool_data);
  g_tool = nullptr;
}

void forget_after_fork() {
  g_session.forget();
  forget_device_after_fork();
  allow_registration(false);
  g_tool = nullptr;
}

void finalize_from_tool() {
  if (!active()) return;
  core::Thread* self = core::this_thread_if_known();
  if (self != nullptr && (self->nesting_in_runtime == 0 || in_control_tool())) {
    end_idle_workers(*self);
    dismiss_device();
    emit_end_of_initial_thread(*self);
  }
  stop();
}

}  // namespace limpid::tools::ompt5
