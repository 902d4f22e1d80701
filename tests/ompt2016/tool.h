// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool of the interface of 2016 inside the test program: keeps every callback's arguments.
#pragma once

#include <ompt-2016.h>
#include <stdint.h>

#include <vector>

namespace tool {

// One callback. What an event does not have is 0.
struct Record {
  ompt_event_t event;
  int endpoint;  // ompt_scope_endpoint_t
  int kind;      // of mutex, synchronization, worksharing, task, thread, data operation, target; 1: true
  uint64_t region;
  uint64_t task;    // for thread events: the thread's id
  uint64_t other;   // second task, wait id, operation, command
  uint64_t number;  // team size asked for, count, bytes, hint, modifier
  const void* address;
  omp_state_t state;                  // asked for in the callback
  ompt_thread_id_t thread;            // the same
  ompt_parallel_id_t inside;          // the same, by ompt_get_parallel_info
  int size;                           // the same
  ompt_task_id_t current;             // the same, by ompt_get_task_info: level 0
  ompt_parallel_id_t inside_by_task;  // its region
  ompt_task_id_t around;              // level 1
};

inline constexpr int kEvents = ompt_event_flush + 1;

// Forgets what was kept.
void start();
// What was kept, once as many implicit tasks have ended as have begun.
std::vector<Record> finish();

// Of records: those of an event, perhaps with one endpoint or kind only.
std::vector<Record> of(const std::vector<Record>& records, ompt_event_t event, int endpoint = 0,
                       int kind = 0);

// What the callback of switches between tasks does from now on, after it has kept them. Null: nothing.
using SwitchAction = void (*)(ompt_task_id_t prior, ompt_task_id_t next);
void on_switches(SwitchAction action);

// Called in the shutdown callback. A failure then ends the process with status 1.
void at_shutdown(void (*check)());

bool was_started();
const char* runtime_version();
unsigned version();
int registration(ompt_event_t event);  // what ompt_set_callback answered in the initializer
ompt_interface_fn_t lookup(const char* name);

template <class Function>
Function function(const char* name) {
  return reinterpret_cast<Function>(lookup(name));
}

void expect(const char* file, int line, const char* what, long long actual, long long expected);
int failures();

}  // namespace tool

#define EXPECT_EQ(actual, expected) \
  tool::expect(__FILE__, __LINE__, #actual, static_cast<long long>(actual), static_cast<long long>(expected))

// The groups of cases; see main.cc.
void event_cases();
void lock_cases();
void task_cases();
void target_cases();
void inquiry_cases();
void state_cases();
void tracing_cases();
void idle_cases();
void slow_cases();
void leave_cases();
