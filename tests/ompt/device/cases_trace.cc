// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device tracing as a tool uses it: start, pause, flush and stop in every order, buffers that do not come,
// that are small, and that many threads fill.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "../../sleeping.h"
#include "cases.h"
#include "device_log.h"
#include "trace.h"

using namespace device_log;
using trace::Record;

namespace {

constexpr size_t kPage = 4096;
volatile int g_sink;

const trace::Entries& ask() {
  return trace::entries();
}
ompt_device_t* host() {
  return trace::device();
}

void introduce() {
#pragma omp target
  g_sink = 1;
}

// One record, of a taskyield-free kind that comes once: a task's creation.
void one_event() {
#pragma omp task
  g_sink = 2;
#pragma omp taskwait
}

size_t count() {
  EXPECT_EQ(ask().flush(host()), 1);
  return trace::take().size();
}

void await_buffers() {
  for (int i = 0; i < 60000 && trace::outstanding() != 0; ++i) usleep(1000);
  EXPECT_EQ(trace::outstanding(), 0);
}

void check_lookup() {
  for (const char* name : trace::kNames) EXPECT_EQ(device().lookup(name) != nullptr, 1);
  for (const char* name : {"ompt_no_such_entry", "ompt_get_state", ""})
    EXPECT_EQ(device().lookup(name) == nullptr, 1);
  EXPECT_EQ(device().lookup(nullptr) == nullptr, 1);
}

// What is no device, no trace, no record.
void wrong_arguments() {
  int other = 0;
  for (ompt_device_t* wrong : {static_cast<ompt_device_t*>(nullptr), static_cast<ompt_device_t*>(&other)}) {
    EXPECT_EQ(ask().num_procs(wrong), 0);
    EXPECT_EQ(ask().time(wrong), ompt_time_none);
    EXPECT_EQ(ask().translate(wrong, 1000) == 0.0, 1);
    EXPECT_EQ(ask().set_ompt(wrong, 1, 0), ompt_set_error);
    EXPECT_EQ(ask().set_native(wrong, 1, ompt_native_kernel_execution), ompt_set_error);
    EXPECT_EQ(ask().pause(wrong, 1), 0);
    EXPECT_EQ(ask().flush(wrong), 0);
    EXPECT_EQ(ask().stop(wrong), 0);
  }
  EXPECT_EQ(ask().start(host(), nullptr, nullptr), 0);
  EXPECT_EQ(ask().set_ompt(host(), 1, 38), ompt_set_error);
  EXPECT_EQ(ask().set_ompt(host(), 1, ~0u), ompt_set_error);
  EXPECT_EQ(ask().set_native(host(), 1, 0), ompt_set_error);
  EXPECT_EQ(ask().set_native(host(), 1, 0x100), ompt_set_error);
  EXPECT_EQ(ask().type(nullptr, 0), ompt_record_invalid);
  EXPECT_EQ(ask().ompt(nullptr, 0) == nullptr, 1);
  EXPECT_EQ(ask().native(nullptr, 0, nullptr) == nullptr, 1);
  EXPECT_EQ(ask().abstract(nullptr) == nullptr, 1);
  EXPECT_EQ(ask().advance(host(), nullptr, 0, 0, nullptr), 0);
}

void clocks() {
  EXPECT_EQ(ask().num_procs(host()), omp_get_num_procs());
  double before = omp_get_wtime();
  ompt_device_time_t first = ask().time(host());
  ompt_device_time_t second = ask().time(host());
  double after = omp_get_wtime();
  EXPECT_EQ(first <= second, 1);
  constexpr double kRounding = 1e-6;
  EXPECT_EQ(ask().translate(host(), first) >= before - kRounding, 1);
  EXPECT_EQ(ask().translate(host(), second) <= after + kRounding, 1);
}

// Registration of records is as truthful as that of callbacks; events without a record say so.
void promises() {
  for (unsigned type :
       {ompt_callback_thread_end, ompt_callback_device_initialize, ompt_callback_device_finalize,
        ompt_callback_device_load, ompt_callback_device_unload})
    EXPECT_EQ(ask().set_ompt(host(), 1, type), ompt_set_never);
  for (unsigned type : {ompt_callback_thread_begin, ompt_callback_parallel_begin, ompt_callback_task_create,
                        ompt_callback_target, ompt_callback_target_emi, ompt_callback_target_data_op_emi})
    EXPECT_EQ(ask().set_ompt(host(), 1, type), ompt_set_always);
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_work), ompt_set_sometimes_paired);
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_flush), ompt_set_sometimes);
  EXPECT_EQ(ask().set_ompt(host(), 1, 0), ompt_set_sometimes);
  EXPECT_EQ(ask().set_ompt(host(), 0, 0), ompt_set_always);
  EXPECT_EQ(ask().set_native(host(), 1, ompt_native_kernel_execution), ompt_set_always);
  EXPECT_EQ(ask().set_native(host(), 1, ompt_native_kernel_execution | ompt_native_driver),
            ompt_set_sometimes);
  EXPECT_EQ(ask().set_native(host(), 1, ompt_native_idleness), ompt_set_never);
  EXPECT_EQ(ask().set_native(host(), 0, 0xff), ompt_set_always);
}

// State by state: what each command answers, and whether events are recorded.
void command_matrix() {
  EXPECT_EQ(ask().pause(host(), 1), 0);  // not started
  EXPECT_EQ(ask().pause(host(), 0), 0);
  EXPECT_EQ(ask().flush(host()), 0);
  EXPECT_EQ(ask().stop(host()), 0);
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_task_create), ompt_set_always);
  one_event();
  trace::start(kPage);
  EXPECT_EQ(count(), 0);  // nothing from before, and no buffer without a record
  EXPECT_EQ(trace::requests(), 0);
  one_event();
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(trace::proposed() > 0, 1);
  for (int times = 0; times < 2; ++times) EXPECT_EQ(ask().pause(host(), 1), 1);  // idempotent
  one_event();
  EXPECT_EQ(count(), 0);
  for (int times = 0; times < 2; ++times) EXPECT_EQ(ask().pause(host(), 0), 1);
  one_event();
  EXPECT_EQ(ask().pause(host(), 1), 1);
  EXPECT_EQ(count(), 1);             // what was recorded before the pause is flushed in it
  EXPECT_EQ(ask().stop(host()), 1);  // while paused
  EXPECT_EQ(ask().stop(host()), 0);
  EXPECT_EQ(ask().flush(host()), 0);
  EXPECT_EQ(ask().pause(host(), 0), 0);
  one_event();
  trace::start(kPage);  // a new start is not paused
  one_event();
  EXPECT_EQ(ask().stop(host()), 1);  // delivers what is left
  EXPECT_EQ(trace::take().size(), 1);
  EXPECT_EQ(trace::outstanding(), 0);
  trace::start(kPage);
  EXPECT_EQ(ask().set_ompt(host(), 0, ompt_callback_task_create), ompt_set_always);
  one_event();
  EXPECT_EQ(count(), 0);  // disabled while running
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_task_create), ompt_set_always);
  one_event();
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(ask().stop(host()), 1);
}

void again() {
  auto request = [](int, ompt_buffer_t**, size_t*) {};
  auto complete = [](int, ompt_buffer_t*, size_t, ompt_buffer_cursor_t, int) {};
  trace::start(kPage);
  EXPECT_EQ(ask().start(host(), request, complete), 0);  // it runs
  one_event();
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(ask().stop(host()), 1);
}

// No buffer: recording is over, and nobody is asked again, until the next start.
void no_buffer() {
  trace::start(kPage);
  trace::refuse_next();
  const int before = trace::requests();
  for (int i = 0; i < 5; ++i) one_event();
  EXPECT_EQ(trace::requests(), before + 1);
  EXPECT_EQ(count(), 0);
  EXPECT_EQ(ask().pause(host(), 1), 1);  // still a trace
  EXPECT_EQ(ask().pause(host(), 0), 1);
  one_event();
  EXPECT_EQ(trace::requests(), before + 1);
  trace::start(kPage);
  one_event();
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(ask().stop(host()), 1);
  EXPECT_EQ(trace::outstanding(), 0);
}

// A buffer that is too small for a record counts as none, but it was given: it comes back without a record.
void too_small_buffers() {
  for (size_t bytes : {size_t{1}, size_t{100}, size_t{255}}) {
    trace::start(bytes);
    const int before = trace::requests(), empty = trace::empty();
    for (int i = 0; i < 3; ++i) one_event();
    EXPECT_EQ(trace::requests(), before + 1);
    EXPECT_EQ(count(), 0);
    EXPECT_EQ(trace::outstanding(), 0);
    EXPECT_EQ(trace::empty(), empty + 1);
    EXPECT_EQ(ask().stop(host()), 1);
    // Also one that is given after the trace was stopped.
    trace::start(bytes);
    trace::in_request([] { EXPECT_EQ(ask().stop(host()), 1); });
    one_event();
    await_buffers();
    EXPECT_EQ(trace::empty(), empty + 2);
  }
  EXPECT_EQ(trace::delivered_by_openmp(), 0);
}

// Buffers with room for few records, at odd addresses: none is lost, and each comes back once.
void small_buffers() {
  constexpr size_t kEvents = 100;
  for (size_t bytes : {size_t{256}, size_t{300}, size_t{1000}}) {
    for (size_t offset : {0, 1, 8, 15}) {
      trace::start(bytes, offset);
      const int before = trace::requests();
      for (size_t i = 0; i < kEvents; ++i) one_event();
      EXPECT_EQ(ask().stop(host()), 1);
      EXPECT_EQ(trace::take().size(), kEvents);
      EXPECT_EQ(trace::requests() - before > 5, 1);
      EXPECT_EQ(trace::outstanding(), 0);
    }
  }
}

// Commands from inside the tool's own callbacks do not hang.
void commands_in_callbacks() {
  trace::start(kPage);
  trace::in_request([] {
    ask().flush(host());
    ask().pause(host(), 0);
    omp_get_max_threads();
  });
  one_event();
  trace::in_completion([] {
    EXPECT_EQ(ask().flush(host()), 1);
    EXPECT_EQ(ask().pause(host(), 0), 1);
  });
  EXPECT_EQ(count(), 1);
  one_event();
  trace::in_completion([] { EXPECT_EQ(ask().stop(host()), 1); });
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(ask().stop(host()), 0);
  // Stopped while the buffer is asked for: it comes back without a record.
  trace::start(kPage);
  const int empty = trace::empty();
  trace::in_request([] { EXPECT_EQ(ask().stop(host()), 1); });
  one_event();
  await_buffers();
  EXPECT_EQ(trace::empty(), empty + 1);
  EXPECT_EQ(trace::take().size(), 0);
}

// What the tool does with OpenMP while it takes a buffer is its own affair.
void openmp_in_completion() {
  static int sum;
  ask().set_ompt(host(), 1, 0);
  trace::start(kPage);
  trace::in_completion([] {
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
    omp_destroy_nest_lock(&lock);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += 1;
  });
  one_event();
  EXPECT_EQ(ask().flush(host()), 1);
  EXPECT_EQ(sum, 2);
  EXPECT_EQ(ask().stop(host()), 1);
  for (const Record& one : trace::take())
    EXPECT_EQ(one.ompt.type != ompt_callback_lock_init && one.ompt.type != ompt_callback_parallel_begin, 1);
  ask().set_ompt(host(), 0, 0);
}

// Several threads write, one stops, pauses and flushes meanwhile.
void many_threads() {
  trace::start(600);
  constexpr int kRounds = 300;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < kRounds; ++i) {
    one_event();
    if (omp_get_thread_num() == 0 && i % 20 == 0) ask().flush(host());
  }
  EXPECT_EQ(ask().stop(host()), 1);
  EXPECT_EQ(trace::take().size(), 4 * kRounds);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < kRounds; ++i) {
    if (omp_get_thread_num() == 0 && i % 10 == 0) trace::start(600);
    if (omp_get_thread_num() == 0 && i % 10 == 9) ask().stop(host());
    if (omp_get_thread_num() == 1) ask().pause(host(), i % 2);
    one_event();
  }
  ask().stop(host());
  await_buffers();
  trace::take();
}

}  // namespace

void trace_control_cases() {
  introduce();
  check_lookup();
  wrong_arguments();
  clocks();
  promises();
  command_matrix();
  again();
  no_buffer();
  too_small_buffers();
  small_buffers();
  commands_in_callbacks();
  many_threads();
  EXPECT_EQ(trace::delivered_by_openmp(), 0);
  openmp_in_completion();
}

// A fork's child has a device and a trace of its own; what the parent was recording is the parent's.
void trace_fork_cases() {
  introduce();
  ask().set_ompt(host(), 1, ompt_callback_target_emi);
  trace::start(kPage);
  introduce();
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    trace::forget();
    introduce();  // the tool starts anew, and is told of the device
    ask().set_ompt(host(), 1, ompt_callback_target_emi);
    trace::start(kPage);
    introduce();
    EXPECT_EQ(ask().stop(host()), 1);
    EXPECT_EQ(trace::take().size(), 2);
    exit(failures() == 0 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ask().stop(host()), 1);
  EXPECT_EQ(trace::take().size(), 2);
}

// A tool that takes its time with every buffer gets all of them before device_finalize (4.5.2.20).
void trace_slow_cases() {
  constexpr size_t kTasks = 60;
  introduce();
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_task_create), ompt_set_always);
  trace::start(256);  // room for one record
  static void (*take_time)() = [] {
    usleep(60000);
    trace::in_completion(take_time);
  };
  trace::in_completion(take_time);
  for (size_t i = 0; i < kTasks; ++i) one_event();
  at_finalize([] {
    EXPECT_EQ(trace::take().size(), kTasks);
    EXPECT_EQ(trace::outstanding(), 0);
  });
}

// The main thread leaves by pthread_exit: the thread that delivers does not keep the process, and what is
// left is delivered all the same.
void trace_leave_cases() {
  introduce();
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_task_create), ompt_set_always);
  trace::start(kPage);
  trace::in_completion([] { omp_get_max_threads(); });  // OpenMP gets to know that thread
  one_event();
  EXPECT_EQ(ask().flush(host()), 1);
  one_event();
  at_finalize([] { EXPECT_EQ(trace::take().size(), 2); });
  pthread_exit(nullptr);
}

// A buffer that a thread is still asking the tool for comes back before device_finalize.
void trace_request_cases() {
  static std::atomic<bool> asking{false};
  static const long main_thread = this_thread_id();
  introduce();
  EXPECT_EQ(ask().set_ompt(host(), 1, ompt_callback_task_create), ompt_set_always);
  trace::start(kPage);
  trace::in_request([] {
    asking = true;
    while (!sleeps_in_futex(main_thread)) usleep(1000);  // it waits for this buffer
  });
  auto ask_late = [](void*) -> void* {
    one_event();
    for (;;) pause();
    return nullptr;
  };
  pthread_t thread;
  EXPECT_EQ(pthread_create(&thread, nullptr, ask_late, nullptr), 0);
  while (!asking) usleep(100);
  at_device_finalize([] { EXPECT_EQ(trace::empty(), 1); });  // it has no record
}

// Started where the specification means it to be, in device_initialize; the device's end delivers what is
// left before device_finalize is called.
void trace_end_cases() {
  at_initialize([] {
    ask().set_ompt(host(), 1, ompt_callback_target_emi);
    trace::start(kPage);
  });
  introduce();
  at_finalize([] {
    std::vector<Record> records = trace::take();
    EXPECT_EQ(records.size(), 2);
    EXPECT_EQ(trace::outstanding(), 0);
    auto request = [](int, ompt_buffer_t**, size_t*) {};
    auto complete = [](int, ompt_buffer_t*, size_t, ompt_buffer_cursor_t, int) {};
    EXPECT_EQ(ask().start(host(), request, complete), 0);  // there is no device any more
  });
}
