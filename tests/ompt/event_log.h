// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OMPT tool inside the test program: writes down every event as a word, thread by thread, and compares.
#pragma once

#include <omp-tools.h>

#include <string>

namespace event_log {

// What is written down, as a set of bits; everything else is still called, and checked for its addresses.
enum What : unsigned {
  kRegions = 1 << 0,  // threads, regions, implicit tasks
  kSync = 1 << 1,     // sync_region
  kWait = 1 << 2,     // sync_region_wait
  kWork = 1 << 3,
  kDispatch = 1 << 4,
  kTasks = 1 << 5,  // task_create, task_schedule
  kDependences = 1 << 6,
  kMutex = 1 << 7,
  kCancel = 1 << 8,
  kOther = 1 << 9,  // control_tool, error, target, reduction
};

// Forgets all that was written and chooses what is written from now on.
void start(unsigned what);

// Waits until every implicit task that began has ended, and stops writing. Exits with a message after ten
// seconds.
void finish();

// The words of the thread that had this number in the outermost region (0: also what it did around the
// region), separated by blanks. Words:
//   thread_begin:TYPE thread_end parallel_begin:N parallel_end league_begin:N league_end
//   implicit_begin:SIZE/INDEX implicit_end initial_begin:SIZE/INDEX initial_end
//   sync_begin:KIND sync_end:KIND wait_begin:KIND wait_end:KIND
//   work_begin:TYPE:COUNT work_end:TYPE dispatch:KIND[:START+LENGTH]
//   create:FLAGS[:depend] switch:STATUS dependences:KINDS dependence
//   acquire:KIND acquired:KIND released:KIND lock_init:KIND lock_destroy:KIND nest_begin nest_end
//   cancel:CONSTRUCT:STAGE control:COMMAND error:SEVERITY target_begin:KIND target_end:KIND reduction_begin
//   reduction_end
std::string of(unsigned index);

// How often the word was written, by all threads.
int count(const std::string& word);

// Compares with a POSIX extended regular expression that has to match from end to end; reports with the place
// of the call.
void expect(const char* file, int line, unsigned index, const std::string& pattern);
void expect_equal(const char* file, int line, const char* what, long long actual, long long expected);

int failures();

// codeptr_ra values that did not lie in this program, since the start of the process.
int foreign_addresses();

// The runtime's entry point of this name, as lookup gave it.
ompt_interface_fn_t entry_point(const char* name);

// What ompt_set_callback answered.
ompt_set_result_t registration(ompt_callbacks_t event);

unsigned omp_version();
const std::string& runtime_version();

// Called in every callback while set.
using Probe = void (*)();
void set_probe(Probe probe);

}  // namespace event_log

#define EXPECT_EVENTS(index, pattern) event_log::expect(__FILE__, __LINE__, index, pattern)
#define EXPECT_EQ(actual, expected) event_log::expect_equal(__FILE__, __LINE__, #actual, actual, expected)
