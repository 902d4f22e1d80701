// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A right stream of events, as a small program would cause it: a lock, a region of one thread with a loop, a
// single, tasks and its barrier. Faults change it: by name, where the stream itself asks for them, or by
// events that are put in at a point.
#pragma once

#include <omp-tools.h>
#include <stdlib.h>

#include <string>

#include "fake_runtime.h"

namespace selftest {

template <class Callback, class... Arguments>
void call(ompt_callbacks_t event, Arguments... arguments) {
  reinterpret_cast<Callback>(fake::callbacks[event])(arguments...);
}

// "User code" has to be outside of the object that holds the runtime, which is this program.
inline const void* user_code() {
  return reinterpret_cast<const void*>(&qsort);
}

// Where events can be put in.
enum class Point { start, initial, region, task, after_barrier, after_thread_end };

class Stream {
 public:
  using Insertion = void (*)(Stream&);

  explicit Stream(std::string fault) : fault_(std::move(fault)) {}
  Stream(Point point, Insertion insertion) : point_(point), insertion_(insertion) {}

  // The insertion that belongs here, if any.
  void at(Point point) {
    if (insertion_ == nullptr || point != point_) return;
    Insertion insertion = insertion_;
    insertion_ = nullptr;  // once
    insertion(*this);
  }

  void play(ompt_start_tool_result_t* tool) {
    if (is("wrong thread data")) fake::answers.thread_data = nullptr;
    if (!is("no thread_begin")) {
      call<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_initial,
                                         &fake::answers.thread);
    }
    implicit(ompt_scope_begin, &around_, &initial_, 1, 1, ompt_task_initial);
    lock();
    at(Point::initial);
    region();
    implicit(ompt_scope_end, nullptr, &initial_, 0, 1, ompt_task_initial);
    if (!is("no thread_end"))
      call<ompt_callback_thread_end_t>(ompt_callback_thread_end, &fake::answers.thread);
    at(Point::after_thread_end);
    tool->finalize(&tool->tool_data);
    if (is("event after the end"))
      call<ompt_callback_thread_end_t>(ompt_callback_thread_end, &fake::answers.thread);
  }

  bool is(const char* fault) const { return fault_ == fault; }
  const void* code() const {
    return is("code in the runtime") ? reinterpret_cast<const void*>(&fake::lookup) : user_code();
  }

  void implicit(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
                unsigned index, int flags) {
    runs(task, flags, flags == ompt_task_initial ? &around_ : &region_);
    implicit_now(endpoint, parallel, task, size, index, flags);
  }

  // The same, when the fake runtime's answers are set already.
  void implicit_now(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
                    unsigned index, int flags) {
    call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, endpoint, parallel, task, size, index,
                                        flags);
  }

  // What the fake runtime says of the running thread from now on.
  void runs(ompt_data_t* task, int flags, ompt_data_t* region) {
    fake::answers.task = task;
    fake::answers.task_flags = flags;
    fake::answers.region = region;
    fake::answers.region_size = is("size differs") && region == &region_ ? 2 : 1;
  }

  void sync(ompt_callbacks_t event, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
            ompt_data_t* parallel) {
    const void* where = code();
    if (is("end from elsewhere") && endpoint == ompt_scope_end)
      where = reinterpret_cast<const void*>(&bsearch);
    if (event == ompt_callback_sync_region_wait) {
      fake::answers.state = kind == ompt_sync_region_taskwait ? ompt_state_wait_taskwait
                                                              : ompt_state_wait_barrier_implicit_parallel;
    }
    call<ompt_callback_sync_region_t>(event, kind, endpoint, parallel, &implicit_, where);
    fake::answers.state = ompt_state_work_parallel;
  }

  void mutex(ompt_callbacks_t event, ompt_mutex_t kind) {
    call<ompt_callback_mutex_t>(event, kind, ompt_wait_id_t{0x1000}, code());
  }

  void acquire(ompt_callbacks_t event, ompt_mutex_t kind) {
    call<ompt_callback_mutex_acquire_t>(event, kind, 0u, 1u, ompt_wait_id_t{0x1000}, code());
  }

  void schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
    call<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, prior, status, next);
  }

  void create(ompt_data_t* task, int flags, int dependences) {
    call<ompt_callback_task_create_t>(ompt_callback_task_create, &implicit_, &frame_, task, flags,
                                      dependences, code());
  }

  void sync_of(ompt_data_t* task, int kind, ompt_scope_endpoint_t endpoint) {
    call<ompt_callback_sync_region_t>(ompt_callback_sync_region, static_cast<ompt_sync_region_t>(kind),
                                      endpoint, &region_, task, user_code());
  }

  void work(ompt_work_t type, ompt_scope_endpoint_t endpoint, uint64_t count) {
    call<ompt_callback_work_t>(ompt_callback_work, type, endpoint, &region_, &implicit_, count, code());
  }

  void lock() {
    if (!is("lock without init")) acquire(ompt_callback_lock_init, ompt_mutex_lock);
    if (!is("acquired without acquire")) acquire(ompt_callback_mutex_acquire, ompt_mutex_lock);
    mutex(ompt_callback_mutex_acquired, ompt_mutex_lock);
    mutex(ompt_callback_mutex_released, ompt_mutex_lock);
    if (is("released twice")) mutex(ompt_callback_mutex_released, ompt_mutex_lock);
    mutex(ompt_callback_lock_destroy, ompt_mutex_lock);
  }

  void region() {
    int flags = ompt_parallel_invoker_runtime | (is("parallel flags") ? 0 : ompt_parallel_team);
    if (is("dirty region word")) region_.value = 77;
    frame_.enter_frame.ptr = is("no enter frame") ? nullptr : &frame_;
    call<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &initial_, &frame_, &region_, 1u,
                                         flags, code());
    frame_.enter_frame.ptr = &frame_;
    unsigned size = is("size differs") ? 2 : 1;
    implicit(ompt_scope_begin, &region_, &implicit_, size, is("index too large") ? 1 : 0, ompt_task_implicit);
    if (is("size differs")) {
      ompt_data_t other = ompt_data_none;
      implicit(ompt_scope_begin, &region_, &other, 3, 1, ompt_task_implicit);
      implicit(ompt_scope_end, nullptr, &other, 0, 1, ompt_task_implicit);
    }
    loop();
    single();
    at(Point::region);
    tasks();
    barrier();
    at(Point::after_barrier);
    unsigned index = is("index too large") ? 1 : 0;
    implicit(ompt_scope_end, is("region at the end") ? &region_ : nullptr, &implicit_,
             is("team size at the end") ? 1 : 0, index, ompt_task_implicit);
    runs(&initial_, ompt_task_initial, &around_);
    int times = is("parallel_end twice") ? 2 : 1;
    for (int i = 0; i < times; ++i) {
      call<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &region_, &initial_, flags, code());
    }
  }

  void loop() {
    work(ompt_work_loop_dynamic, ompt_scope_begin, 10);
    chunk(0, 6);
    if (!is("chunk lost")) chunk(is("chunk out of range") ? 7 : 6, 4);
    if (is("barrier in work")) {
      sync(ompt_callback_sync_region, ompt_sync_region_barrier_explicit, ompt_scope_begin, &region_);
      sync(ompt_callback_sync_region, ompt_sync_region_barrier_explicit, ompt_scope_end, &region_);
    }
    if (is("work not ended")) return;
    work(is("work end of another type") ? ompt_work_loop_static : ompt_work_loop_dynamic, ompt_scope_end, 10);
  }

  void chunk(uint64_t start, uint64_t iterations) {
    ompt_dispatch_chunk_t chunk = {start, iterations};
    ompt_data_t instance;
    instance.ptr = &chunk;
    call<ompt_callback_dispatch_t>(ompt_callback_dispatch, &region_, &implicit_, ompt_dispatch_ws_loop_chunk,
                                   instance);
  }

  void single() {
    ompt_work_t type = is("single executed by nobody") ? ompt_work_single_other : ompt_work_single_executor;
    work(type, ompt_scope_begin, 1);
    work(type, ompt_scope_end, 1);
  }

  void run(ompt_data_t* task) {
    schedule(is("wrong prior task") ? &initial_ : &implicit_, ompt_task_switch, task);
    now_ = task;
    at(Point::task);
    schedule(task, ompt_task_complete, &implicit_);
  }

  void tasks() {
    ompt_data_t included = ompt_data_none;
    create(&included, ompt_task_explicit | ompt_task_undeferred, 0);
    if (!is("undeferred task deferred")) run(&included);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
    if (is("undeferred task deferred")) run(&included);

    ompt_data_t first = ompt_data_none;
    ompt_data_t second = ompt_data_none;
    ompt_data_t place = ompt_data_none;
    create(&first, ompt_task_explicit, 0);
    create(&second, ompt_task_explicit, 1);
    ompt_dependence_t dependence = {{0x10}, ompt_dependence_type_in};
    call<ompt_callback_dependences_t>(ompt_callback_dependences, &second, &dependence, 1);
    call<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, &first, &second);
    if (is("word changed")) first.value = 0xdead;
    if (is("word moved")) place = first;
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    if (is("taskwait too early")) {
      sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
      sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    }
    sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    if (is("task in a wait")) run(&first);
    sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, ompt_scope_end, &region_);
    if (is("dependence ignored")) run(&second);
    if (!is("task in a wait")) run(is("word moved") ? &place : &first);
    if (!is("dependence ignored") && !is("task never completes")) run(&second);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
  }

  void barrier() {
    if (is("no end barrier")) return;
    ompt_sync_region_t kind = is("deprecated barrier") ? ompt_sync_region_barrier_implicit
                                                       : ompt_sync_region_barrier_implicit_parallel;
    sync(ompt_callback_sync_region, kind, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region_wait, kind, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region_wait, kind, ompt_scope_end,
         is("region at barrier end") ? &region_ : nullptr);
    sync(ompt_callback_sync_region, kind, ompt_scope_end, is("region at barrier end") ? &region_ : nullptr);
  }

  std::string fault_;
  Point point_ = Point::start;
  Insertion insertion_ = nullptr;
  ompt_data_t* now_ = nullptr;  // the explicit task that runs, at Point::task
  ompt_data_t around_ = ompt_data_none;
  ompt_data_t initial_ = ompt_data_none;
  ompt_data_t region_ = ompt_data_none;
  ompt_data_t implicit_ = ompt_data_none;
  ompt_frame_t frame_ = {};
};

}  // namespace selftest
