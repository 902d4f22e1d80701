// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The observer that calls the ompd_bp_ functions, and what a debugger reads besides.
#include "tools/layout/debugger.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"
#include "core/task/run/ancestry.h"
#include "platform/os_thread.h"
#include "tools/layout/breakpoints.h"
#include "tools/layout/locations.h"

namespace limpid::tools::layout {

constinit std::atomic<uint32_t> g_debugger_observes{0};
constinit const char* g_vendor_settings = nullptr;
constinit uint64_t g_system_stack_bytes = 0;

namespace {

// The debugger takes this region as the current one, and the encountering task as the current task (OpenMP
// 5.1, 5.6.1 and 5.6.2).
void announce(core::Thread& thread, core::Team& team, void (*breakpoint)()) {
  team.region.announced = true;
  thread.tools.announced_team = &team;
  breakpoint();
  thread.tools.announced_team = nullptr;
  team.region.announced = false;
}

// The current task is the one that begins or ends (5.6.3 and 5.6.4).
void announce(core::Thread& thread, core::Task& task, void (*breakpoint)()) {
  thread.tools.announced_task = &task;
  breakpoint();
  thread.tools.announced_task = nullptr;
}

void on_thread_begin(const void*) {
  ompd_bp_thread_begin();
}

void on_thread_end(const void*) {
  ompd_bp_thread_end();
}

void on_parallel_begin(const void* what) {
  const auto& event = *static_cast<const events::ParallelBegin*>(what);
  announce(event.thread, event.team, ompd_bp_parallel_begin);
}

void on_parallel_end(const void* what) {
  const auto& event = *static_cast<const events::ParallelEnd*>(what);
  announce(event.thread, event.team, ompd_bp_parallel_end);
}

bool has_code_of_the_program(const core::Task& task) {
  return core::is_explicit(task) && !task.is(core::kTaskTaskwait) && !task.is(core::kTaskRange);
}

// A resumed task has a frame already.
bool begins(const core::Task& task) {
  return has_code_of_the_program(task) && task.frame.exit.load(std::memory_order_relaxed) == nullptr;
}

bool ends(const events::TaskSchedule& event) {
  using events::TaskSwitch;
  return has_code_of_the_program(event.prior) &&
         (event.reason == TaskSwitch::complete || event.reason == TaskSwitch::cancel ||
          event.reason == TaskSwitch::late_fulfill);
}

void on_task_schedule(const void* what) {
  const auto& event = *static_cast<const events::TaskSchedule*>(what);
  if (ends(event)) {
    announce(event.thread, event.prior, ompd_bp_task_end);
  } else if (event.next != nullptr && begins(*event.next)) {
    announce(event.thread, *event.next, ompd_bp_task_begin);
  }
}

constexpr events::Observer make_observer() {
  using events::EventId;
  events::Observer observer;
  observer.handlers[static_cast<int>(EventId::thread_begin)] = on_thread_begin;
  observer.handlers[static_cast<int>(EventId::thread_end)] = on_thread_end;
  observer.handlers[static_cast<int>(EventId::parallel_begin)] = on_parallel_begin;
  observer.handlers[static_cast<int>(EventId::parallel_end)] = on_parallel_end;
  observer.handlers[static_cast<int>(EventId::task_schedule)] = on_task_schedule;
  observer.enabled = &g_debugger_observes;
  return observer;
}

constexpr events::Observer kObserver = make_observer();

bool is_vendor_setting(const char* text) {
  return strncmp(text, "GOMP_", 5) == 0 || strncmp(text, "KMP_", 4) == 0 || strncmp(text, "LIMPID_", 7) == 0;
}

// A copy, as the strings of the environment belong to the program, which may change them.
const char* copy_vendor_settings() {
  size_t bytes = 1;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (is_vendor_setting(*variable)) bytes += strlen(*variable) + 1;
  }
  char* copy = static_cast<char*>(calloc(bytes, 1));
  if (copy == nullptr) return "";
  char* end = copy;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_vendor_setting(*variable)) continue;
    const size_t length = strlen(*variable) + 1;
    memcpy(end, *variable, length);
    end += length;
  }
  return copy;
}

}  // namespace

void start() {
  if (g_vendor_settings == nullptr) g_vendor_settings = copy_vendor_settings();
  g_system_stack_bytes = platform::default_stack_bytes();
  publish_locations();
  const core::GlobalIcvs& icvs = core::global_icvs();
  if (icvs.debug_enabled || icvs.ompd_enabled) g_debugger_observes.store(1, std::memory_order_relaxed);
  events::add(kObserver);
  // The host is the one device, and ready.
  if (kObserver.is_enabled()) ompd_bp_device_begin();
}

void stop() {
  if (kObserver.is_enabled()) ompd_bp_device_end();
}

}  // namespace limpid::tools::layout

// OMPD 2.0, section 2: a library may call it while it is loaded, before the runtime is in use.
extern "C" [[gnu::visibility("default")]] void omp_ompd_enable() {
  limpid::tools::layout::g_debugger_observes.store(1, std::memory_order_relaxed);
  limpid::events::refresh();
}
