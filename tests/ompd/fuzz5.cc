// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "face5.h"
#include "fuzz_calls.h"
#include "ompd_extension.h"

namespace limpid::test {

const int kLastCode = ompd_rc_callback_error;

namespace {

constexpr int kScopes = 6;
void drop(const char* text) {
  callbacks().free_memory(const_cast<char*>(text));
}

void ask_icvs(ompd_address_space_handle_t* process, void* handle, ompd_scope_t scope) {
  ompd_icv_id_t id = ompd_icv_undefined;
  for (int more = 1; more != 0;) {
    const char* text = nullptr;
    ompd_scope_t found{};
    ompd_word_t value = 0;
    if (!ok(ompd_enumerate_icvs(process, id, &id, &text, &found, &more))) return;
    drop(text);
    ok(ompd_get_icv_from_scope(handle, scope, id, &value));
    if (ok(ompd_get_icv_string_from_scope(handle, scope, id, &text))) drop(text);
  }
}

void ask_scoped(ompd_address_space_handle_t* process, void* handle) {
  for (int scope = 1; scope <= kScopes; ++scope) {
    ompd_word_t value = 0;
    ompd_address_t pointer{};
    ok(ompd_get_tool_data(handle, static_cast<ompd_scope_t>(scope), &value, &pointer));
    ask_icvs(process, handle, static_cast<ompd_scope_t>(scope));
  }
}

void ask_thread(ompd_address_space_handle_t* process, ompd_thread_handle_t* thread);

void ask_task(ompd_address_space_handle_t* process, ompd_task_handle_t* task, bool with_icvs) {
  ompd_address_t address{};
  ompd_frame_info_t exit{};
  ompd_frame_info_t enter{};
  limpid_ompd_task_t info{};
  ompd_parallel_handle_t* region = nullptr;
  ok(ompd_get_task_function(task, &address));
  ok(ompd_get_task_frame(task, &exit, &enter));
  ok(limpid_ompd_get_task_info(task, &info));
  if (ok(ompd_get_task_parallel_handle(task, &region))) ok(ompd_rel_parallel_handle(region));
  if (with_icvs) ask_scoped(process, task);
}

using NextTask = ompd_rc_t (*)(ompd_task_handle_t*, ompd_task_handle_t**);

void follow_tasks(ompd_address_space_handle_t* process, ompd_thread_handle_t* thread, NextTask next) {
  ompd_task_handle_t* task = nullptr;
  if (!ok(ompd_get_curr_task_handle(thread, &task))) return;
  follow(task, next, ompd_task_handle_compare, ompd_rel_task_handle,
         [&](ompd_task_handle_t* each, bool is_first) { ask_task(process, each, is_first); });
}

void ask_members(ompd_parallel_handle_t* region) {
  for (int number = 0; number < 4; ++number) {
    ompd_thread_handle_t* thread = nullptr;
    ompd_task_handle_t* task = nullptr;
    if (ok(ompd_get_thread_in_parallel(region, number, &thread))) {
      ompd_word_t state = 0;
      ompd_wait_id_t wait = 0;
      ok(ompd_get_state(thread, &state, &wait));
      ok(ompd_rel_thread_handle(thread));
    }
    if (ok(ompd_get_task_in_parallel(region, number, &task))) {
      ompd_address_t address{};
      ok(ompd_get_task_function(task, &address));
      ok(ompd_rel_task_handle(task));
    }
  }
}

void follow_regions(ompd_address_space_handle_t* process, ompd_thread_handle_t* thread) {
  ompd_parallel_handle_t* region = nullptr;
  if (!ok(ompd_get_curr_parallel_handle(thread, &region))) return;
  follow(region, ompd_get_enclosing_parallel_handle, ompd_parallel_handle_compare, ompd_rel_parallel_handle,
         [&](ompd_parallel_handle_t* each, bool is_first) {
           limpid_ompd_region_t info{};
           ok(limpid_ompd_get_region_info(each, &info));
           limpid_ompd_barrier_t barrier{};
           ok(limpid_ompd_get_barrier(each, &barrier));
           ask_members(each);
           if (is_first) ask_scoped(process, each);
         });
}

void ask_thread(ompd_address_space_handle_t* process, ompd_thread_handle_t* thread) {
  ompd_word_t state = 0;
  ompd_wait_id_t wait = 0;
  std::uint64_t id = 0;
  ompd_thread_handle_t* other = nullptr;
  if (ok(ompd_get_state(thread, &state, &wait)) && ok(limpid_ompd_get_lock_holder(process, wait, &other)))
    ok(ompd_rel_thread_handle(other));
  if (ok(limpid_ompd_get_awaited_thread(thread, &other))) ok(ompd_rel_thread_handle(other));
  for (const std::uint64_t kind : {OMPD_THREAD_ID_PTHREAD, OMPD_THREAD_ID_LWP}) {
    if (!ok(ompd_get_thread_id(thread, kind, sizeof id, &id))) continue;
    if (!ok(ompd_get_thread_handle(process, kind, sizeof id, &id, &other))) continue;
    int order = 0;
    ok(ompd_thread_handle_compare(thread, other, &order));
    ok(ompd_rel_thread_handle(other));
  }
  ok(limpid_ompd_get_thread_number(thread, &id));
  ask_scoped(process, thread);
  follow_regions(process, thread);
  follow_tasks(process, thread, ompd_get_generating_task_handle);
  follow_tasks(process, thread, ompd_get_scheduling_task_handle);
  follow_tasks(process, thread, [](ompd_task_handle_t* task, ompd_task_handle_t** creator) {
    return limpid_ompd_get_creator(task, limpid_ompd_outermost, creator, nullptr);
  });
}

void ask_all_tasks(ompd_address_space_handle_t* process) {
  limpid_ompd_task_t* tasks = nullptr;
  ompd_size_t count = 0;
  if (!ok(limpid_ompd_get_tasks(process, &tasks, &count))) return;
  for (ompd_size_t i = 0; i < count; ++i) {
    if (i < kMostSteps) ask_task(process, tasks[i].handle, false);
    ok(ompd_rel_task_handle(tasks[i].handle));
  }
  callbacks().free_memory(tasks);
}

void ask_all_threads(ompd_address_space_handle_t* process) {
  limpid_ompd_thread_t* threads = nullptr;
  ompd_size_t count = 0;
  if (!ok(limpid_ompd_get_threads(process, &threads, &count))) return;
  for (ompd_size_t i = 0; i < count; ++i) {
    if (i < kMostSteps) ask_thread(process, threads[i].handle);
    ok(ompd_rel_thread_handle(threads[i].handle));
  }
  callbacks().free_memory(threads);
}

void ask_devices(ompd_address_space_handle_t* process) {
  limpid_ompd_device_t* devices = nullptr;
  ompd_size_t count = 0;
  if (ok(limpid_ompd_get_devices(process, &devices, &count))) callbacks().free_memory(devices);
}

void ask_process(ompd_address_space_handle_t* process) {
  ask_devices(process);
  ompd_word_t number = 0;
  const char* text = nullptr;
  const char* const* settings = nullptr;
  ok(ompd_get_omp_version(process, &number));
  if (ok(ompd_get_omp_version_string(process, &text))) drop(text);
  if (ok(ompd_get_display_control_vars(process, &settings))) ok(ompd_rel_display_control_vars(&settings));
  for (ompd_word_t state = ompt_state_undefined, more = 1; more != 0;) {
    if (!ok(ompd_enumerate_states(process, state, &state, &text, &more))) break;
    drop(text);
  }
  ask_scoped(process, process);
}

}  // namespace

void call_everything(Memory& memory) {
  ompd_address_space_handle_t* process = nullptr;
  ok(ompd_initialize(202011, &callbacks()));
  if (ok(ompd_process_initialize(context_of(memory), &process))) {
    ask_process(process);
    ask_all_threads(process);
    ask_all_tasks(process);
    ok(ompd_rel_address_space_handle(process));
  }
  ok(ompd_finalize());
}

}  // namespace limpid::test
