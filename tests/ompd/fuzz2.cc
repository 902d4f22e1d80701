// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "face2.h"
#include "fuzz_calls.h"

namespace limpid::test {

const int kLastCode = ompd_rc_nomem;

namespace {

void drop(void* memory) {
  callbacks().d_free_memory(memory);
}

template <class Opaque>
void ask_id(Opaque* handle, ompd_rc_t (*ask)(Opaque*, char**)) {
  char* text = nullptr;
  if (ok(ask(handle, &text))) drop(text);
}

void ask_task(ompd_task_handle_t* task, bool) {
  using Ask = ompd_rc_t (*)(const ompd_task_handle_t*, ompd_tword_t*);
  using AskMutable = ompd_rc_t (*)(ompd_task_handle_t*, ompd_tword_t*);
  static constexpr Ask kNumbers[] = {ompd_get_max_threads, ompd_in_parallel, ompd_in_final, ompd_get_dynamic,
                                     ompd_get_nested};
  static constexpr AskMutable kMore[] = {ompd_get_level, ompd_get_active_level, ompd_is_implicit};
  ompd_tword_t value = 0;
  ompd_address_t address{};
  ompd_address_t other{};
  ompd_sched_t schedule{};
  ompd_proc_bind_t bind{};
  ompd_task_id_t id = 0;
  ompd_parallel_handle_t* region = nullptr;
  for (const Ask ask : kNumbers) ok(ask(task, &value));
  for (const AskMutable ask : kMore) ok(ask(task, &value));
  ok(ompd_get_task_function(task, &address));
  ok(ompd_get_task_frame(task, &address, &other));
  ok(ompd_get_schedule(task, &schedule, &value));
  ok(ompd_get_proc_bind(task, &bind));
  ok(ompd_get_task_id(task, &id));
  ask_id(task, ompd_get_task_handle_string_id);
  if (ok(ompd_get_task_parallel_handle(task, &region))) ok(ompd_release_parallel_handle(region));
}

template <class Opaque>
void drop_all(Opaque** vector, int count, ompd_rc_t (*release)(Opaque*)) {
  for (int i = 0; i < count; ++i) ok(release(vector[i]));
  drop(vector);
}

void ask_region(ompd_parallel_handle_t* region, bool) {
  ompd_tword_t value = 0;
  ompd_parallel_id_t id = 0;
  ompd_address_t address{};
  ompd_thread_handle_t* master = nullptr;
  ompd_thread_handle_t** threads = nullptr;
  ompd_task_handle_t** tasks = nullptr;
  int count = 0;
  ok(ompd_get_num_threads(region, &value));
  ok(ompd_get_parallel_id(region, &id));
  ok(ompd_get_parallel_function(region, &address));
  ask_id(region, ompd_get_parallel_handle_string_id);
  if (ok(ompd_get_master_thread_in_parallel(region, &master))) ok(ompd_release_thread_handle(master));
  if (ok(ompd_get_thread_in_parallel(region, &threads, &count)))
    drop_all(threads, count, ompd_release_thread_handle);
  if (ok(ompd_get_implicit_task_in_parallel(region, &tasks, &count)))
    drop_all(tasks, count, ompd_release_task_handle);
}

void ask_thread(ompd_address_space_handle_t* process, ompd_thread_handle_t* thread) {
  ompd_state_t state{};
  ompd_wait_id_t wait = 0;
  ompd_tword_t value = 0;
  ok(ompd_get_state(thread, &state, &wait));
  ok(ompd_get_thread_num(thread, &value));
  ok(ompd_get_max_active_levels(thread, &value));
  ask_id(thread, ompd_get_thread_handle_string_id);
  for (const ompd_osthread_kind_t kind : {ompd_osthread_pthread, ompd_osthread_lwp}) {
    std::uint64_t id = 0;
    ompd_thread_handle_t* other = nullptr;
    if (!ok(ompd_get_osthread(thread, kind, sizeof id, &id))) continue;
    if (!ok(ompd_get_thread_handle(process, kind, sizeof id, &id, &other))) continue;
    int order = 0;
    ok(ompd_thread_handle_compare(thread, other, &order));
    ok(ompd_release_thread_handle(other));
  }
  ompd_parallel_handle_t* region = nullptr;
  if (ok(ompd_get_top_parallel_region(thread, &region)))
    follow(region, ompd_get_enclosing_parallel_handle, ompd_parallel_handle_compare,
           ompd_release_parallel_handle, ask_region);
  ompd_task_handle_t* task = nullptr;
  if (ok(ompd_get_top_task_region(thread, &task)))
    follow(task, ompd_get_ancestor_task_region, ompd_task_handle_compare, ompd_release_task_handle, ask_task);
}

void ask_process(ompd_address_space_handle_t* process) {
  ompd_tword_t value = 0;
  const char* const* settings = nullptr;
  ompd_thread_handle_t** threads = nullptr;
  int count = 0;
  ok(ompd_get_num_procs(process, &value));
  ok(ompd_get_thread_limit(process, &value));
  if (ok(ompd_get_display_control_vars(process, &settings))) ok(ompd_release_display_control_vars(settings));
  if (!ok(ompd_get_threads(process, &threads, &count))) return;
  for (int i = 0; i < count && i < kMostSteps; ++i) ask_thread(process, threads[i]);
  drop_all(threads, count, ompd_release_thread_handle);
}

}  // namespace

void call_everything(Memory& memory) {
  ompd_address_space_handle_t* process = nullptr;
  ok(ompd_initialize(&callbacks()));
  if (ok(ompd_process_initialize(context_of(memory), &process))) {
    ask_process(process);
    ok(ompd_release_address_space_handle(process));
  }
  ok(ompd_finalize());
}

}  // namespace limpid::test
