// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads, regions, implicit tasks.
#include <thread>

#include "faults.h"

namespace selftest {
namespace {

constexpr int kTeam = ompt_parallel_team | ompt_parallel_invoker_runtime;

// A thread of its own from thread_begin to thread_end, while the stream waits; its data is the fake runtime's
// meanwhile.
template <class Body>
void on_other_thread(ompt_thread_t type, Body body, bool ends = true) {
  ompt_data_t* before = fake::answers.thread_data;
  static ompt_data_t data;
  data = ompt_data_none;
  fake::answers.thread_data = &data;
  std::thread other([&] {
    call<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, type, &data);
    body();
    if (ends) call<ompt_callback_thread_end_t>(ompt_callback_thread_end, &data);
  });
  other.join();
  fake::answers.thread_data = before;
}

// One more region of the initial task.
struct Extra {
  explicit Extra(Stream& s, unsigned size = 1) : stream(s), members(size) {}

  void begin(unsigned requested = 1) {
    frame.enter_frame.ptr = &frame;
    call<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &stream.initial_, &frame, &region,
                                         requested, kTeam, user_code());
  }
  void enter(ompt_data_t* task, unsigned index) {
    run(task);
    member(ompt_scope_begin, &region, task, members, index, ompt_task_implicit);
  }
  void pass_barrier(ompt_data_t* task, ompt_sync_region_t kind = ompt_sync_region_barrier_implicit_parallel) {
    bool last = kind == ompt_sync_region_barrier_implicit_parallel;
    for (auto endpoint : {ompt_scope_begin, ompt_scope_end}) {
      call<ompt_callback_sync_region_t>(ompt_callback_sync_region, kind, endpoint,
                                        last && endpoint == ompt_scope_end ? nullptr : &region, task,
                                        user_code());
    }
  }
  void leave(ompt_data_t* task, unsigned index, int flags = ompt_task_implicit) {
    pass_barrier(task);
    member(ompt_scope_end, nullptr, task, 0, index, flags);
  }
  void end(ompt_data_t* encountering = nullptr) {
    if (encountering == nullptr) {
      stream.runs(&stream.initial_, ompt_task_initial, &stream.around_);
      encountering = &stream.initial_;
    }
    call<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &region, encountering, kTeam, user_code());
  }
  void work(ompt_data_t* task, ompt_work_t type) {
    for (auto endpoint : {ompt_scope_begin, ompt_scope_end})
      call<ompt_callback_work_t>(ompt_callback_work, type, endpoint, &region, task, uint64_t{1}, user_code());
  }

  // Two members, of which only the first does something more.
  template <class Body>
  void play_two(Body more) {
    begin(2);
    enter(&first, 0);
    more(*this);
    leave(&first, 0);
    on_other_thread(ompt_thread_worker, [this] {
      enter(&second, 1);
      leave(&second, 1);
    });
    end();
  }

  Stream& stream;
  unsigned members;
  ompt_data_t region = ompt_data_none;
  ompt_data_t first = ompt_data_none;
  ompt_data_t second = ompt_data_none;
  ompt_frame_t frame = {};

 private:
  void run(ompt_data_t* task) {
    stream.runs(task, ompt_task_implicit, &region);
    fake::answers.region_size = static_cast<int>(members);
  }
  void member(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
              unsigned index, int flags) {
    call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, endpoint, parallel, task, size, index,
                                        flags);
  }
};

void unknown_thread_type(Stream&) {
  on_other_thread(static_cast<ompt_thread_t>(9), [] {});
}

void event_after_thread_end(Stream&) {
  call<ompt_callback_flush_t>(ompt_callback_flush, nullptr, user_code());
}

void requested_zero(Stream& s) {
  Extra extra(s);
  extra.begin(0);
  extra.enter(&extra.first, 0);
  extra.leave(&extra.first, 0);
  extra.end();
}

void no_members(Stream& s) {
  Extra extra(s);
  extra.begin();
  extra.end();
}

void ended_by_member(Stream& s) {
  Extra extra(s);
  extra.begin();
  extra.enter(&extra.first, 0);
  extra.pass_barrier(&extra.first);
  extra.end(&extra.first);
  call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &extra.first, 0u,
                                      0u, ompt_task_implicit);
  s.runs(&s.initial_, ompt_task_initial, &s.around_);
}

void other_flags_at_end(Stream& s) {
  Extra extra(s);
  extra.begin();
  extra.enter(&extra.first, 0);
  extra.leave(&extra.first, 0, ompt_task_initial);
  extra.end();
}

void initial_task_of_two(Stream& s) {
  on_other_thread(ompt_thread_initial, [&s] {
    ompt_data_t around = ompt_data_none;
    ompt_data_t task = ompt_data_none;
    s.runs(&task, ompt_task_initial, &around);
    s.implicit_now(ompt_scope_begin, &around, &task, 2, 0, ompt_task_initial);
    s.implicit_now(ompt_scope_end, nullptr, &task, 0, 0, ompt_task_initial);
  });
  s.runs(&s.initial_, ompt_task_initial, &s.around_);
}

void member_after_end(Stream& s) {
  Extra extra(s, 2);
  extra.begin(2);
  extra.enter(&extra.first, 0);
  extra.pass_barrier(&extra.first);
  extra.end(&extra.first);
  on_other_thread(ompt_thread_worker, [&] {
    extra.enter(&extra.second, 1);
    extra.leave(&extra.second, 1);
  });
  call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &extra.first, 0u,
                                      0u, ompt_task_implicit);
  s.runs(&s.initial_, ompt_task_initial, &s.around_);
}

void initial_task_inside(Stream& s) {
  ompt_data_t around = ompt_data_none;
  ompt_data_t task = ompt_data_none;
  s.runs(&task, ompt_task_initial, &around);
  s.implicit_now(ompt_scope_begin, &around, &task, 1, 1, ompt_task_initial);
  s.implicit_now(ompt_scope_end, nullptr, &task, 0, 1, ompt_task_initial);
  s.runs(&s.initial_, ompt_task_initial, &s.around_);
}

void ended_by_other_thread(Stream& s) {
  static Extra extra(s);
  extra.begin();
  extra.enter(&extra.first, 0);
  extra.pass_barrier(&extra.first);
  on_other_thread(ompt_thread_worker, [] {
    call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &extra.first,
                                        0u, 0u, ompt_task_implicit);
  });
}

void member_never_ends(Stream& s) {
  static Extra extra(s, 2);
  extra.begin(2);
  extra.enter(&extra.first, 0);
  on_other_thread(
      ompt_thread_worker, [] { extra.enter(&extra.second, 1); }, false);
  s.runs(&extra.first, ompt_task_implicit, &extra.region);
  fake::answers.region_size = 2;
  extra.leave(&extra.first, 0);
  extra.end();
}

template <class Body>
void two_members(Stream& s, Body more) {
  Extra extra(s, 2);
  extra.play_two(more);
}

void one_barrier_more(Stream& s) {
  two_members(s, [](Extra& extra) { extra.pass_barrier(&extra.first, ompt_sync_region_barrier_explicit); });
}

void one_single_more(Stream& s) {
  two_members(s, [](Extra& extra) { extra.work(&extra.first, ompt_work_single_executor); });
}

void one_loop_more(Stream& s) {
  two_members(s, [](Extra& extra) { extra.work(&extra.first, ompt_work_loop_static); });
}

// A task of the stream's region on a thread that is in no team of it.
void task_on_foreign_thread(Stream& s) {
  static ompt_data_t task;
  task = ompt_data_none;
  s.create(&task, ompt_task_explicit, 0);
  on_other_thread(ompt_thread_initial, [&s] {
    ompt_data_t around = ompt_data_none;
    ompt_data_t initial = ompt_data_none;
    s.runs(&initial, ompt_task_initial, &around);
    s.implicit_now(ompt_scope_begin, &around, &initial, 1, 1, ompt_task_initial);
    s.schedule(&initial, ompt_task_switch, &task);
    s.schedule(&task, ompt_task_complete, &initial);
    s.implicit_now(ompt_scope_end, nullptr, &initial, 0, 1, ompt_task_initial);
  });
  s.runs(&s.implicit_, ompt_task_implicit, &s.region_);
}

void thread_data_changed(Stream&) {
  fake::answers.thread.value = 999;
}

const Fault kFaults[] = {
    {"unknown thread type", "thread.type", {}, Point::initial, unknown_thread_type},
    {"event after thread_end", "thread.last", {}, Point::after_thread_end, event_after_thread_end},
    {"thread data changed", "data.thread", {}, Point::initial, thread_data_changed},
    {"requested parallelism 0", "parallel.requested", {}, Point::initial, requested_zero},
    {"a region without members", "parallel.members", {}, Point::initial, no_members},
    {"a region ended by a member", "parallel.end", {}, Point::initial, ended_by_member},
    {"other flags at the end", "implicit_task.flags", {}, Point::initial, other_flags_at_end},
    {"initial task of two", "implicit_task.initial", {}, Point::initial, initial_task_of_two},
    {"a member after the end",
     "implicit_task.late",
     {"parallel.end", "parallel.members", "inquiry.task"},
     Point::initial,
     member_after_end},
    {"initial task inside another", "implicit_task.below", {}, Point::initial, initial_task_inside},
    {"ended on another thread", "implicit_task.thread", {"*"}, Point::initial, ended_by_other_thread},
    {"a member never ends", "implicit_task.end", {"thread.end"}, Point::initial, member_never_ends},
    {"one barrier more", "region.barriers", {}, Point::initial, one_barrier_more},
    {"one single more", "region.singles", {}, Point::initial, one_single_more},
    {"one loop more", "region.loops", {}, Point::initial, one_loop_more},
    {"a task on a foreign thread", "task.team", {}, Point::region, task_on_foreign_thread},
};

}  // namespace

std::vector<Fault> region_faults() {
  return {std::begin(kFaults), std::end(kFaults)};
}

}  // namespace selftest
