// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event-grammar checker as an OMPT tool: OMP_TOOL_LIBRARIES=libgrammar-checker.so. It observes only; the
// program's output and exit status are its own. See report.h for the variables that it reads.
#include <pthread.h>

#include "rules.h"
#include "storm.h"
#include "world.h"

namespace grammar {
namespace {

void fork_child() {
  reset_lock_after_fork();
}

int on_control_tool(uint64_t command, uint64_t modifier, void*, const void* code) {
  Event event("control_tool", "command %llu modifier %llu", static_cast<unsigned long long>(command),
              static_cast<unsigned long long>(modifier));
  world().expect_code(code, "control_tool", "4.5.2.29");
  return 0;
}

void on_error(ompt_severity_t severity, const char* message, size_t length, const void* code) {
  Event event("error", "severity %d length %zu", severity, length);
  world().expect(message != nullptr || length == 0, "error.message", "4.5.2.30", "no message of length %zu",
                 length);
  world().expect_code(code, "error", "4.5.2.30");
}

void on_flush(ompt_data_t*, const void* code) {
  Event event("flush", "code %p", code);
  world().expect_code(code, "flush", "4.5.2.17");
}

struct Registration {
  ompt_callbacks_t event;
  ompt_callback_t function;
  bool must_be_always;  // 5.1, table 4.3
};

template <class Specified>
constexpr ompt_callback_t typed(Specified function) {
  return reinterpret_cast<ompt_callback_t>(function);
}

void register_all(World& w, ompt_set_callback_t set_callback) {
  const Registration all[] = {
      {ompt_callback_thread_begin, typed<ompt_callback_thread_begin_t>(on_thread_begin), true},
      {ompt_callback_thread_end, typed<ompt_callback_thread_end_t>(on_thread_end), true},
      {ompt_callback_parallel_begin, typed<ompt_callback_parallel_begin_t>(on_parallel_begin), true},
      {ompt_callback_parallel_end, typed<ompt_callback_parallel_end_t>(on_parallel_end), true},
      {ompt_callback_implicit_task, typed<ompt_callback_implicit_task_t>(on_implicit_task), true},
      {ompt_callback_task_create, typed<ompt_callback_task_create_t>(on_task_create), true},
      {ompt_callback_task_schedule, typed<ompt_callback_task_schedule_t>(on_task_schedule), true},
      {ompt_callback_control_tool, typed<ompt_callback_control_tool_t>(on_control_tool), true},
      {ompt_callback_target_emi, typed<ompt_callback_target_emi_t>(on_target), true},
      {ompt_callback_dependences, typed<ompt_callback_dependences_t>(on_dependences), false},
      {ompt_callback_task_dependence, typed<ompt_callback_task_dependence_t>(on_task_dependence), false},
      {ompt_callback_work, typed<ompt_callback_work_t>(on_work), false},
      {ompt_callback_dispatch, typed<ompt_callback_dispatch_t>(on_dispatch), false},
      {ompt_callback_masked, typed<ompt_callback_masked_t>(on_masked), false},
      {ompt_callback_sync_region, typed<ompt_callback_sync_region_t>(on_sync_region), false},
      {ompt_callback_sync_region_wait, typed<ompt_callback_sync_region_t>(on_sync_region_wait), false},
      {ompt_callback_reduction, typed<ompt_callback_sync_region_t>(on_reduction), false},
      {ompt_callback_lock_init, typed<ompt_callback_mutex_acquire_t>(on_lock_init), false},
      {ompt_callback_lock_destroy, typed<ompt_callback_mutex_t>(on_lock_destroy), false},
      {ompt_callback_mutex_acquire, typed<ompt_callback_mutex_acquire_t>(on_mutex_acquire), false},
      {ompt_callback_mutex_acquired, typed<ompt_callback_mutex_t>(on_mutex_acquired), false},
      {ompt_callback_mutex_released, typed<ompt_callback_mutex_t>(on_mutex_released), false},
      {ompt_callback_nest_lock, typed<ompt_callback_nest_lock_t>(on_nest_lock), false},
      {ompt_callback_cancel, typed<ompt_callback_cancel_t>(on_cancel), false},
      {ompt_callback_flush, typed<ompt_callback_flush_t>(on_flush), false},
      {ompt_callback_error, typed<ompt_callback_error_t>(on_error), false},
  };
  for (const Registration& one : all) {
    ompt_set_result_t result = set_callback(one.event, one.function);
    bool good = result == ompt_set_always || (!one.must_be_always && result != ompt_set_error);
    w.expect(good, "registration", "4.2.4", "callback %d: ompt_set_callback returns %d", one.event, result);
  }
}

const char* g_runtime_version = "";

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  static const int registered = pthread_atfork(nullptr, nullptr, fork_child);
  static_cast<void>(registered);
  World& w = world();
  w.start(g_runtime_version, lookup);
  register_all(w, reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback")));
  prepare_storm(lookup);
  return 1;
}

void finalize(ompt_data_t*) {
  end_storm();
  World& w = world();
  if (const char* finding = storm_finding())
    w.expect(false, "inquiry.signal", "4.6.1", "in a signal handler: %s", finding);
  check_end_of_program();
  w.report.summarize();
  w.finalized = true;
}

}  // namespace
}  // namespace grammar

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(
    unsigned int, const char* runtime_version) {
  static ompt_start_tool_result_t result = {grammar::initialize, grammar::finalize, ompt_data_none};
  grammar::g_runtime_version = runtime_version;
  return &result;
}
