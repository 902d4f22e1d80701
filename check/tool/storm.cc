// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "storm.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include <atomic>

#include "interrupt.h"
#include "states.h"

namespace limpid::check {
namespace {

constexpr int kMaxDepth = 1000;

// So many threads get signals as often as was asked for; more of them share these, or a program with hundreds
// would do nothing but take them.
constexpr long kOftenInterrupted = 16;

EntryPoints ask;
long g_interval_ns = 0;
std::atomic<bool> g_on{false};
std::atomic<long> g_signals{0};
std::atomic<long> g_timers{0};
std::atomic<const char*> g_finding{nullptr};
thread_local timer_t t_timer;
thread_local bool t_has_timer = false;

void expect(bool holds, const char* what) {
  const char* none = nullptr;
  if (!holds) g_finding.compare_exchange_strong(none, what);
}

void check_state() {
  ompt_wait_id_t wait = 1;
  int state = ask.state(&wait);
  bool known = note_state(state) || state == ompt_state_undefined;
  expect(known, "ompt_get_state gives a state that ompt_enumerate_states does not");
  bool waits = state >= ompt_state_wait_barrier && state < ompt_state_idle;
  expect(waits || wait == ompt_wait_id_none, "a wait id outside of a wait state");
}

// Each of the first levels, then fewer and fewer: a handler that asks for hundreds takes longer than the time
// between two.
int next_level(int level) {
  return level < 16 ? level + 1 : level * 2;
}

// An implicit task may state its end after its region's. Then nothing else tells of that region either, and
// that stays so while the thread is here.
bool is_leaving_region(int flags) {
  ompt_data_t* region = nullptr;
  int size = 0;
  return (flags & ompt_task_implicit) != 0 && ask.parallel_info(0, &region, &size) == 1;
}

void check_context() {
  int level = 0;
  for (; level < kMaxDepth; level = next_level(level)) {
    int flags = 0;
    int number = -1;
    ompt_data_t* task = nullptr;
    ompt_frame_t* frame = nullptr;
    ompt_data_t* region = nullptr;
    int answer = ask.task_info(level, &flags, &task, &frame, &region, &number);
    if (answer == 0) break;
    if (answer != 2) continue;
    const bool told = region != nullptr || (level == 0 && is_leaving_region(flags));
    expect(task != nullptr && frame != nullptr && told, "a task without data, frame or region");
    expect(flags != 0 && number >= 0, "a task without flags or thread number");
  }
  expect(level < kMaxDepth, "tasks without end");
  for (level = 0; level < kMaxDepth; level = next_level(level)) {
    ompt_data_t* region = nullptr;
    int size = 0;
    if (ask.parallel_info(level, &region, &size) == 0) break;
    expect(region == nullptr || size >= 1, "a region without threads");
  }
  expect(level < kMaxDepth, "regions without end");
}

// Once: the next signal comes an interval after this handler's end, so that a program whose tasks are nested
// deeply, on a busy machine, gets on between two of them. Async-signal-safe.
void arm_timer() {
  constexpr long kSecondNs = 1'000'000'000;
  const long timers = g_timers.load(std::memory_order_relaxed);
  const long ns = timers > kOftenInterrupted ? g_interval_ns * timers / kOftenInterrupted : g_interval_ns;
  itimerspec once = {{0, 0}, {ns / kSecondNs, ns % kSecondNs}};
  if (t_has_timer) timer_settime(t_timer, 0, &once, nullptr);
}

void on_signal(int) {
  if (!g_on.load(std::memory_order_relaxed)) return;
  int saved = errno;
  g_signals.fetch_add(1, std::memory_order_relaxed);
  check_state();
  check_context();
  ask.thread_data();
  ask_what_may_be_anything(ask);
  ask.proc_id();
  expect(ask.num_procs() >= 1, "no processors");
  static thread_local uint64_t last = 0;
  uint64_t unique = ask.unique_id();
  expect(unique != last, "a unique id that came before");
  last = unique;
  arm_timer();
  errno = saved;
}

}  // namespace

void prepare_storm(const EntryPoints& entries) {
  const char* hz = getenv("LIMPID_CHECK_STORM");
  long frequency = hz != nullptr ? atol(hz) : 0;
  g_interval_ns = 0;
  ompt_interface_fn_t members[kEntryPointCount];
  memcpy(members, &entries, sizeof members);
  for (ompt_interface_fn_t member : members) {
    if (member == nullptr) return;
  }
  if (frequency <= 0) return;
  g_interval_ns = 1'000'000'000 / frequency;
  ask = entries;
  handle_interrupts(on_signal);
  g_on = true;
}

void begin_storm_on_thread() {
  if (g_interval_ns == 0) return;
  t_has_timer = make_interrupt_timer(&t_timer);
  if (!t_has_timer) return;
  g_timers.fetch_add(1, std::memory_order_relaxed);
  arm_timer();
}

void end_storm_on_thread() {
  bool had_timer = t_has_timer;
  t_has_timer = false;  // first: a handler that interrupts this must not arm what is gone
  if (!had_timer) return;
  timer_delete(t_timer);
  g_timers.fetch_sub(1, std::memory_order_relaxed);
}

void end_storm() {
  g_on = false;
}

long storm_signals() {
  return g_signals;
}

const char* storm_finding() {
  return g_finding;
}

}  // namespace limpid::check
