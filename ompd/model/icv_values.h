// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How each internal control variable is read.
#pragma once

#include "model/icvs.h"

namespace limpid::ompd::values {

// Of the process.
Rc num_procs(Reader&, const Place&, int64_t&);
Rc stacksize(Reader&, const Place&, int64_t&);
Rc wait_policy(Reader&, const Place&, int64_t&);
Rc cancel(Reader&, const Place&, int64_t&);
Rc max_task_priority(Reader&, const Place&, int64_t&);
Rc debug(Reader&, const Place&, int64_t&);
Rc display_affinity(Reader&, const Place&, int64_t&);
Rc tool(Reader&, const Place&, int64_t&);
Rc target_offload(Reader&, const Place&, int64_t&);
Rc def_sched(Reader&, const Place&, int64_t&);
Rc nteams(Reader&, const Place&, int64_t&);
Rc teams_thread_limit(Reader&, const Place&, int64_t&);
Rc no_number(Reader&, const Place&, int64_t&);
void affinity_format(Reader&, const Place&, Text&);
void tool_libraries(Reader&, const Place&, Text&);
void tool_verbose_init(Reader&, const Place&, Text&);

// Of a thread, a region, a task.
Rc thread_num(Reader&, const Place&, int64_t&);
Rc levels(Reader&, const Place&, int64_t&);
Rc active_levels(Reader&, const Place&, int64_t&);
Rc team_size(Reader&, const Place&, int64_t&);
Rc final_task(Reader&, const Place&, int64_t&);
Rc implicit_task(Reader&, const Place&, int64_t&);
Rc explicit_task(Reader&, const Place&, int64_t&);
Rc dyn(Reader&, const Place&, int64_t&);
Rc nthreads(Reader&, const Place&, int64_t&);
Rc run_sched(Reader&, const Place&, int64_t&);
Rc bind(Reader&, const Place&, int64_t&);
Rc thread_limit(Reader&, const Place&, int64_t&);
Rc max_active_levels(Reader&, const Place&, int64_t&);
Rc default_device(Reader&, const Place&, int64_t&);
Rc def_allocator(Reader&, const Place&, int64_t&);
Rc place_partition(Reader&, const Place&, int64_t&);
void nthreads_text(Reader&, const Place&, Text&);
void run_sched_text(Reader&, const Place&, Text&);
void bind_text(Reader&, const Place&, Text&);
void def_allocator_text(Reader&, const Place&, Text&);
void place_partition_text(Reader&, const Place&, Text&);

// A number in words.
template <ReadNumber kNumber>
void truth_text(Reader& reader, const Place& place, Text& text) {
  int64_t value = 0;
  reader.spoil(kNumber(reader, place, value));
  text.add(value != 0 ? "true" : "false");
}
template <ReadNumber kNumber>
void enabled_text(Reader& reader, const Place& place, Text& text) {
  int64_t value = 0;
  reader.spoil(kNumber(reader, place, value));
  text.add(value != 0 ? "enabled" : "disabled");
}
void wait_policy_text(Reader&, const Place&, Text&);
void target_offload_text(Reader&, const Place&, Text&);
void def_sched_text(Reader&, const Place&, Text&);
const char* schedule_word(uint64_t kind);

// All places of the process.
void places_text(Reader&, Text&);

// The address of the GlobalIcvs.
uint64_t globals(const Process& process);

}  // namespace limpid::ompd::values
