// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the OMPT tool of the process, and stops it.
#include "tools/ompt5/tool.h"

#include "core/device/devices.h"
#include "core/team/attach.h"
#include "core/team/idle_workers.h"
#include "sync/atomic.h"
#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/device.h"
#include "tools/ompt5/events.h"
#include "tools/ompt5/lookup.h"
#include "tools/ompt5/trace/engine_device.h"

namespace limpid::tools::ompt5 {
namespace {

// _OPENMP of the version that the runtime implements.
constexpr unsigned kOpenmpVersion = 202011;

constinit ompt_start_tool_result_t* g_tool = nullptr;

// No tool is active, and none is being stopped.
constinit sync::Atomic<bool> g_over{true};

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

constexpr events::Observer observer_of_ends() {
  events::Observer observer;
  observer.handlers[static_cast<int>(events::EventId::work)] = on_work;
  observer.handlers[static_cast<int>(events::EventId::implicit_task)] = on_implicit_task;
  observer.handlers[static_cast<int>(events::EventId::thread_end)] = on_thread_end;
  return observer;
}

// The tool may have asked for its end inside a callback: these callbacks come all the same.
void report_end_of_initial_thread(core::Thread& self) {
  static constexpr events::Observer kEnds = observer_of_ends();
  const auto mark = startup::mark_of(self);
  const uint32_t outer = mark.exchange(0, std::memory_order_relaxed);
  core::emit_end_of_initial_thread(self, kEnds);
  mark.store(outer, std::memory_order_relaxed);
}

bool start(startup::Log& log) {
  if (!is_complete(*g_tool)) {
    log.say("there is no %s: it is not started.\n",
            g_tool->initialize == nullptr ? "initializer" : "finalizer");
    g_tool = nullptr;
    return false;
  }
  allow_registration(true);
  if (g_tool->initialize(lookup, initial_device(), &g_tool->tool_data) == 0) {
    log.say("it returned 0: the tool is inactive.\n");
    allow_registration(false);
    g_tool = nullptr;
    return false;
  }
  g_over.store(false, std::memory_order_relaxed);
  g_session.open();
  if (!start_observing()) {
    log.say("too many tools are active already: the tool is inactive.\n");
    stop();
    return false;
  }
  log.say("Tool was started and is using the OMPT interface.\n");
  return true;
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
  trace::end_engine_traces();
  dismiss_device();
  allow_registration(false);
  if (g_tool != nullptr) g_tool->finalize(&g_tool->tool_data);
  g_tool = nullptr;
  g_over.store(true, std::memory_order_release);  // pairs with is_over()
}

bool is_over() {
  return g_over.load(std::memory_order_acquire);  // pairs with the end of stop()
}

void allow_restart() {
  forget_observed_events();
  renew_device();
}

void forget_after_fork() {
  g_session.forget();
  forget_device_after_fork();
  allow_registration(false);
  g_tool = nullptr;
  g_over.store(true, std::memory_order_relaxed);
}

void finalize_from_tool() {
  if (!active()) return;
  core::Thread* self = core::this_thread_if_known();
  if (self != nullptr && (self->tools.nesting == 0 || in_control_tool())) {
    core::end_idle_workers(self);  // so that their ends are emitted
    core::end_devices_of_engines(*self);
    dismiss_device();
    report_end_of_initial_thread(*self);
  }
  stop();
}

}  // namespace limpid::tools::ompt5
