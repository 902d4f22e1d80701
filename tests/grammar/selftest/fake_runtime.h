// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A runtime that the checker is made to believe in: every entry point, with answers that the player sets.
#pragma once

#include <omp-tools.h>

#include <string>

namespace fake {

struct Answers {
  ompt_data_t thread = ompt_data_none;
  ompt_data_t* thread_data = &thread;
  ompt_data_t* task = nullptr;
  int task_flags = 0;
  ompt_data_t* region = nullptr;
  int region_size = 1;
  int state = ompt_state_work_serial;
  int in_target = 0;

  // What is wrong with the entry points themselves.
  std::string missing;  // lookup knows all but this one
  bool knows_all_names = false;
  bool endless_states = false;
  bool endless_impls = false;
  bool nameless_state = false;
  bool same_unique_id = false;
  bool forgets_callbacks = false;
  bool writes_too_much = false;
  ompt_callbacks_t weak_event = ompt_callbacks_t{};  // registered as `weak_answer`
  ompt_set_result_t weak_answer = ompt_set_never;
};

extern Answers answers;
extern ompt_callback_t callbacks[ompt_callback_error + 1];

constexpr int kPlaces = 3;
constexpr int kProcs = 2;

ompt_interface_fn_t lookup(const char* name);

}  // namespace fake
