// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OMPT tool inside the test program that writes down what happens on devices: one word and one structure
// per event, in the order in which they came.
#pragma once

#include <omp-tools.h>

#include <string>
#include <vector>

namespace device_log {

struct Event {
  std::string word;
  std::string name;  // the word up to the first ':'
  int device = -7;
  ompt_data_t* task = nullptr;
  ompt_data_t* target_task = nullptr;
  uint64_t target_task_value = 0;
  ompt_data_t* target = nullptr;
  uint64_t target_id = 0;  // of a callback that gets ids
  uint64_t operation = 0;
  const void* source = nullptr;
  const void* destination = nullptr;
  int source_device = -7;
  int destination_device = -7;
  size_t bytes = 0;
  unsigned teams = 0;
  const void* code = nullptr;
  // What ompt_get_target_info said inside the callback.
  int inside = -1;
  uint64_t info_device = 77;
  ompt_id_t info_target = 77;
  ompt_id_t info_operation = 77;
};

// Which form of the target callbacks the tool registers when it starts: LOG_FORM=old in the environment, or
// the emi one.
bool old_form();

// Forgets what was written.
void clear();
std::vector<Event> events();

// The words since clear(), separated by blanks:
//   initialize load unload finalize
//   target_begin:KIND target_end:KIND map:FLAGS,FLAGS submit_begin submit_end op_begin:TYPE op_end:TYPE
//   (the older form: target_begin, target_end, map, submit, op)
//   create:FLAGS schedule:STATUS  initial_begin initial_end  league_begin league_end  work_begin:TYPE
//   work_end:TYPE
std::string words();

// Compares words() with a POSIX extended regular expression that has to match from end to end.
void expect(const char* file, int line, const std::string& pattern);
void expect_equal(const char* file, int line, const char* what, long long actual, long long expected);
int failures();

ompt_interface_fn_t entry_point(const char* name);
ompt_set_result_t set(ompt_callbacks_t event, bool on);

// The device as the tool was told of it.
struct Device {
  ompt_device_t* device = nullptr;
  ompt_function_lookup_t lookup = nullptr;
  std::string type;
  std::string documentation;
};
Device device();

// Called in device_initialize, device_load and device_finalize, if set before.
void at_initialize(void (*action)());
void at_load(void (*action)());
void at_device_finalize(void (*action)());

// Called at the end of the tool's finalizer, after its own check: unload and finalize came, once, in this
// order.
void at_finalize(void (*check)());

}  // namespace device_log

#define EXPECT_WORDS(pattern) device_log::expect(__FILE__, __LINE__, pattern)
#define EXPECT_EQ(actual, expected) device_log::expect_equal(__FILE__, __LINE__, #actual, actual, expected)
