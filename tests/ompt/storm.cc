// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread is interrupted 4000 times a second, wherever it is, and its handler calls every inquiry
// function. Answers have to be possible ones, and the program has to compute what it computes without them.
//
// usage: ompt-storm THREADS
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <atomic>

#include "check/tool/interrupt.h"

namespace {

constexpr long kIntervalNs = 250000;  // 4 kHz
constexpr int kMaxDepth = 64;
constexpr uint64_t kTaskMark = 0x7461736b00000000;
constexpr uint64_t kRegionMark = 0x7265676900000000;
constexpr uint64_t kThreadMark = 0x7468726500000000;
constexpr uint64_t kMarkBits = 0xffffffff00000000;

std::atomic<long> g_signals{0};
std::atomic<long> g_with_task{0};
std::atomic<int> g_bad{0};
std::atomic<uint64_t> g_next{1};

limpid::check::EntryPoints ask;  // set before the first signal

char g_what[80];  // first thing that was wrong

void bad(const char* what) {
  if (g_bad.fetch_add(1) == 0) snprintf(g_what, sizeof g_what, "%s", what);
}

// 0: not marked yet (between the making of the object and its event).
bool marked(const ompt_data_t* data, uint64_t mark) {
  return data != nullptr && (data->value == 0 || (data->value & kMarkBits) == mark);
}

void check_state() {
  ompt_wait_id_t wait = 1;
  int state = ask.state(&wait);
  bool known = state == ompt_state_undefined;
  int each = ompt_state_undefined;
  const char* name = nullptr;
  while (!known && ask.enumerate_states(each, &each, &name) != 0) known = each == state;
  if (!known) bad("a state that is not enumerated");
  bool waits = state >= ompt_state_wait_barrier && state < ompt_state_idle;
  if (!waits && wait != ompt_wait_id_none) bad("a wait id outside of a wait state");
}

void check_tasks() {
  int depth = 0;
  for (; depth < kMaxDepth; ++depth) {
    int flags = 0;
    int number = -1;
    ompt_data_t* task = nullptr;
    ompt_frame_t* frame = nullptr;
    ompt_data_t* region = nullptr;
    int answer = ask.task_info(depth, &flags, &task, &frame, &region, &number);
    if (answer == 0) break;
    if (answer != 2) continue;
    if (!marked(task, kTaskMark)) bad("task data that no event announced");
    // A worker that has not left its region yet when the next one has begun: the region is over.
    bool over = region == nullptr && depth == 0 && flags == ompt_task_implicit &&
                ask.parallel_info(0, nullptr, nullptr) == 1;
    if (!over && !marked(region, kRegionMark)) bad("parallel data of a task that no event announced");
    if (frame == nullptr || (frame->exit_frame_flags & 0xf0) != ompt_frame_framepointer)
      bad("a task without a frame");
    int kind =
        ompt_task_initial | ompt_task_implicit | ompt_task_explicit | ompt_task_target | ompt_task_taskwait;
    if ((flags & kind) == 0) bad("a task of no kind");
    if (number < 0 || number > 1000) bad("an impossible thread number");
  }
  if (depth == kMaxDepth) bad("tasks without end");
  if (depth > 0) ++g_with_task;
}

void check_regions() {
  for (int level = 0; level < kMaxDepth; ++level) {
    ompt_data_t* region = nullptr;
    int size = 0;
    if (ask.parallel_info(level, &region, &size) != 2) return;
    if (!marked(region, kRegionMark)) bad("parallel data that no event announced");
    if (size < 1 || size > 1000) bad("an impossible team size");
  }
  bad("regions without end");
}

void on_signal(int) {
  ++g_signals;
  check_state();
  check_tasks();
  check_regions();
  if (!marked(ask.thread_data(), kThreadMark)) bad("thread data");
  limpid::check::ask_what_may_be_anything(ask);
  if (ask.proc_id() < -1) bad("an impossible processor");
  if (ask.num_procs() < 1) bad("no processors");
  static thread_local uint64_t last = 0;
  uint64_t unique = ask.unique_id();
  if (unique <= last) bad("a unique id that is not new");
  last = unique;
}

void mark(ompt_data_t* data, uint64_t kind) {
  if (data != nullptr) data->value = kind | (g_next.fetch_add(1) & 0xffffffff);
}

thread_local timer_t t_timer;

void on_thread_begin(ompt_thread_t, ompt_data_t* data) {
  mark(data, kThreadMark);
  itimerspec interval = {{0, kIntervalNs}, {0, kIntervalNs}};
  if (limpid::check::make_interrupt_timer(&t_timer)) timer_settime(t_timer, 0, &interval, nullptr);
}

void on_thread_end(ompt_data_t*) {
  timer_delete(t_timer);
}

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t* region, unsigned, int, const void*) {
  mark(region, kRegionMark);
}

void on_task_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t* task, int, int, const void*) {
  mark(task, kTaskMark);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task, unsigned,
                      unsigned, int flags) {
  if (endpoint != ompt_scope_begin) return;
  mark(task, kTaskMark);
  if ((flags & ompt_task_initial) && region != nullptr && region->value == 0) mark(region, kRegionMark);
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  if (const char* missing = limpid::check::look_up_entry_points(lookup, &ask)) {
    fprintf(stderr, "no %s\n", missing);
    exit(1);
  }
  limpid::check::handle_interrupts(on_signal);
  ask.set_callback(ompt_callback_thread_begin, reinterpret_cast<ompt_callback_t>(on_thread_begin));
  ask.set_callback(ompt_callback_thread_end, reinterpret_cast<ompt_callback_t>(on_thread_end));
  ask.set_callback(ompt_callback_parallel_begin, reinterpret_cast<ompt_callback_t>(on_parallel_begin));
  ask.set_callback(ompt_callback_task_create, reinterpret_cast<ompt_callback_t>(on_task_create));
  ask.set_callback(ompt_callback_implicit_task, reinterpret_cast<ompt_callback_t>(on_implicit_task));
  return 1;
}

void finalize(ompt_data_t*) {}

long fib(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b) if (n > 4)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

// One round of everything that moves a thread between tasks, teams and states. Returns how many results were
// wrong.
int round_of_work(int threads, omp_lock_t* lock) {
  int wrong = 0;
  int entered = 0;
  int size = 0;
  long sum = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(dynamic, 7) reduction(+ : sum)
    for (int i = 0; i < 1000; ++i) sum += i;
#pragma omp barrier
    omp_set_lock(lock);
    omp_unset_lock(lock);
#pragma omp critical
    ++entered;
#pragma omp single
    size = omp_get_num_threads();
  }
  wrong += entered != size;
  wrong += sum != 499500;
  long result = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  result = fib(12);
  wrong += result != 144;
  int variable = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task depend(inout : variable) shared(variable)
    ++variable;
  }
  wrong += variable != 20;
  int inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner)
#pragma omp parallel num_threads(2) reduction(+ : inner)
  ++inner;
  wrong += inner < 2;
  return wrong;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, ompt_data_none};
  return &result;
}

int main(int argc, char** argv) {
  int threads = argc == 2 ? atoi(argv[1]) : 0;
  if (threads < 1) {
    fprintf(stderr, "usage: ompt-storm THREADS\n");
    return 2;
  }
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  omp_lock_t lock;
  omp_init_lock(&lock);
  int wrong = 0;
  constexpr int kRounds = 5000;
  constexpr long kSignals = 20000;
  for (int i = 0; i < kRounds && g_signals < kSignals; ++i) wrong += round_of_work(threads, &lock);
  omp_destroy_lock(&lock);
  printf("%ld signals, %ld with a task, %d wrong results, %d bad answers%s%s\n", g_signals.load(),
         g_with_task.load(), wrong, g_bad.load(), g_bad > 0 ? ": " : "", g_what);
  return wrong == 0 && g_bad == 0 && g_signals >= 100 && g_with_task > 0 ? 0 : 1;
}
