// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each event, from the construct that causes it: begin and end in equal number, and in the callback the state
// and the wait id that belong to it. Who makes another thread wait goes on when the event tells that it does.
#include <dlfcn.h>
#include <omp.h>
#include "../sleeping.h"
#include "client.h"

using namespace client;

namespace {

volatile int g_sink;

template <int Event>
void await_event(int count = 1) {
  await("an event", [=] { return g_seen[Event].count >= count; });
}

void plain_region() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
}

void idle_between_regions() {
  plain_region();
  await_event<OMP_EVENT_THR_BEGIN_IDLE>(2);  // the worker's own begin, and after the region
  plain_region();
  await_event<OMP_EVENT_THR_BEGIN_IDLE>(3);
  await_event<OMP_EVENT_THR_END_IDLE>(2);
  forget(OMP_EVENT_THR_BEGIN_IDLE);
}

void explicit_barrier() {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
  }
}

void lock_wait() {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      await_event<OMP_EVENT_THR_BEGIN_LKWT>();
    else
      omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
  EXPECT_EQ(static_cast<long long>(g_seen[OMP_EVENT_THR_BEGIN_LKWT].wait_id.load()) != 0, 1);
  omp_destroy_lock(&lock);
}

void nest_lock_wait() {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_nest_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      await_event<OMP_EVENT_THR_BEGIN_LKWT>();
    else
      omp_set_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
}

void critical_wait() {
  std::atomic<bool> inside{false};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) await("the other to be inside", [&] { return inside.load(); });
#pragma omp critical(contended)
    {
      inside = true;
      if (omp_get_thread_num() == 0) await_event<OMP_EVENT_THR_BEGIN_CTWT>();
    }
  }
}

void ordered_wait() {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) {
    if (i == 0) await_event<OMP_EVENT_THR_BEGIN_ODWT>();
#pragma omp ordered
    g_sink = i;
  }
}

void master_region() {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    g_sink = 1;
  }
}

void single_region() {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    g_sink = 1;
  }
}

void ordered_regions() {
#pragma omp parallel for ordered schedule(dynamic, 1) num_threads(2)
  for (int i = 0; i < 4; ++i) {
#pragma omp ordered
    g_sink = i;
  }
}

// Compilers call these for atomics that the processor does not have.
void atomic_wait() {
  auto begin = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_start"));
  auto end = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_end"));
  std::atomic<bool> inside{false};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) await("the other to be inside", [&] { return inside.load(); });
    begin();
    inside = true;
    if (omp_get_thread_num() == 0) await_event<OMP_EVENT_THR_BEGIN_ATWT>();
    end();
  }
}

#ifdef __clang__
constexpr bool kMasterCallsRuntime = true;
#else
constexpr bool kMasterCallsRuntime = false;
#endif

struct Case {
  int begin;  // its end, or JOIN, is the next number
  void (*run)();
  int count;      // of each; 0: at least one
  int state;      // in the begin callback
  int end_state;  // and in the end callback; 0: not fixed
  bool wait_id;
};

const Case kCases[] = {
    {OMP_EVENT_FORK, plain_region, 1, THR_OVHD_STATE, THR_SERIAL_STATE, false},
    {OMP_EVENT_THR_BEGIN_IBAR, plain_region, 2, THR_IBAR_STATE, THR_IBAR_STATE, true},
    {OMP_EVENT_THR_BEGIN_EBAR, explicit_barrier, 2, THR_EBAR_STATE, THR_EBAR_STATE, true},
    {OMP_EVENT_THR_BEGIN_LKWT, lock_wait, 1, THR_LKWT_STATE, THR_LKWT_STATE, true},
    {OMP_EVENT_THR_BEGIN_LKWT, nest_lock_wait, 1, THR_LKWT_STATE, THR_LKWT_STATE, true},
    {OMP_EVENT_THR_BEGIN_CTWT, critical_wait, 1, THR_CTWT_STATE, THR_CTWT_STATE, true},
    {OMP_EVENT_THR_BEGIN_ODWT, ordered_wait, 1, THR_ODWT_STATE, THR_ODWT_STATE, true},
    {OMP_EVENT_THR_BEGIN_MASTER, master_region, kMasterCallsRuntime ? 1 : -1, THR_WORK_STATE, 0, false},
    {OMP_EVENT_THR_BEGIN_SINGLE, single_region, 1, THR_WORK_STATE, 0, false},
    {OMP_EVENT_THR_BEGIN_ORDERED, ordered_regions, 4, THR_WORK_STATE, THR_WORK_STATE, false},
    {OMP_EVENT_THR_BEGIN_ATWT, atomic_wait, 1, THR_ATWT_STATE, THR_ATWT_STATE, true},
};

void check(const Case& what) {
  const Seen& begin = g_seen[what.begin];
  const Seen& end = g_seen[what.begin + 1];
  if (what.count < 0) {
    EXPECT_EQ(begin.count, 0);  // the compiler's own
    return;
  }
  await("as many ends as begins", [&] { return begin.count == end.count && begin.count >= what.count; });
  EXPECT_EQ(begin.count, what.count);
  EXPECT_EQ(begin.state, what.state);
  if (what.end_state != 0) EXPECT_EQ(end.state, what.end_state);
  EXPECT_EQ(begin.other_states, 0);
  EXPECT_EQ(begin.wait_id != 0, what.wait_id);
  if (what.end_state == what.state && what.wait_id) EXPECT_EQ(end.wait_id != 0, 1);
}

std::atomic<int64_t> g_region_to_leave{0};
std::atomic<int> g_left{0};

void count_leaving(OMP_COLLECTORAPI_EVENT) {
  if (static_cast<int64_t>(state().wait_id) == g_region_to_leave) ++g_left;
}

// A worker may be late in telling the end of the last region, which is not to be taken for one of the next
// case: afterwards it is behind that.
void let_workers_leave() {
  g_left = 0;
  enroll(OMP_EVENT_THR_END_IBAR, count_leaving);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) g_region_to_leave = region();
  await("both threads to leave a region", [] { return g_left == 2; });
  forget(OMP_EVENT_THR_END_IBAR);
}

// Ids inside FORK and JOIN callbacks, one region in another.
void region_ids() {
  enroll(OMP_EVENT_FORK, note);
  enroll(OMP_EVENT_JOIN, note);
  omp_set_max_active_levels(2);
  EXPECT_EQ(region(), 0);
  EXPECT_EQ(region_around(), 0);
  int64_t outer = 0;
  int64_t inner = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      outer = region();
      EXPECT_EQ(g_seen[OMP_EVENT_FORK].region, outer);
      EXPECT_EQ(g_seen[OMP_EVENT_FORK].region_around, 0);
      EXPECT_EQ(region_around(), 0);
#pragma omp parallel num_threads(2)
      {
        if (omp_get_thread_num() == 0) {
          inner = region();
          EXPECT_EQ(g_seen[OMP_EVENT_FORK].region, inner);
          EXPECT_EQ(g_seen[OMP_EVENT_FORK].region_around, outer);
          EXPECT_EQ(region_around(), outer);
        } else {
          EXPECT_EQ(region_around(), -2);
        }
#pragma omp barrier
        EXPECT_EQ(region(), inner);
      }
      EXPECT_EQ(g_seen[OMP_EVENT_JOIN].region, outer);
      EXPECT_EQ(region(), outer);
    } else {
      EXPECT_EQ(region_around(), -2);
    }
  }
  EXPECT_EQ(outer > 0 && outer < 1 << 30, 1);
  EXPECT_EQ(inner > 0 && inner != outer, 1);
  EXPECT_EQ(g_seen[OMP_EVENT_JOIN].region, 0);
  int64_t serial = 0;
#pragma omp parallel num_threads(1)  // a region of one thread is one too
  serial = region();
  EXPECT_EQ(serial > 0 && serial != outer, 1);
  EXPECT_EQ(region(), 0);
}

std::atomic<int> g_nested{0};

void use_openmp(OMP_COLLECTORAPI_EVENT) {
  ++g_nested;
  plain_region();
}

// In FORK the region is the one that begins, in a region of the callback's own that one.
void ask_in_own_region(OMP_COLLECTORAPI_EVENT) {
  const int64_t begins = region();
  EXPECT_EQ(begins > 0, 1);
  EXPECT_EQ(region_around(), 0);
  std::atomic<int64_t> own[2] = {{0}, {0}};
#pragma omp parallel num_threads(2)
  {
    own[omp_get_thread_num()] = region();
    EXPECT_EQ(region_around(), omp_get_thread_num() == 0 ? 0 : -2);
  }
  EXPECT_EQ(own[0] > 0 && own[0] != begins, 1);
  EXPECT_EQ(own[1], own[0]);
  EXPECT_EQ(region(), begins);
}

// A callback's own regions are not reported.
void openmp_in_callbacks() {
  enroll(OMP_EVENT_FORK, use_openmp);
  plain_region();
  plain_region();
  EXPECT_EQ(g_nested, 2);
  enroll(OMP_EVENT_FORK, ask_in_own_region);
  plain_region();
  forget(OMP_EVENT_FORK);
}

// START in a region that began without anybody to tell: a worker that comes to its end says nothing of the
// wait there, as it will not say that it is over.
void start_before_the_end() {
  std::atomic<bool> started{false};
  std::atomic<long> worker{0};  // the kernel's id
#pragma omp parallel num_threads(2) shared(started, worker)
  if (omp_get_thread_num() == 0) {
    EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
    start_log();
    enroll(OMP_EVENT_THR_BEGIN_IBAR, note);
    enroll(OMP_EVENT_THR_END_IBAR, note);
    started = true;
  } else {
    await("the session", [&] { return started.load(); });
    worker = this_thread_id();
  }
  await("the worker's sleep", [&] { return sleeps_in_futex(worker); });
  plain_region();
  await_event<OMP_EVENT_THR_END_IBAR>(3);  // the master's, and both in the last region
  EXPECT_EQ(g_seen[OMP_EVENT_THR_BEGIN_IBAR].count, 3);
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
}

}  // namespace

void event_cases() {
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  enroll(OMP_EVENT_THR_BEGIN_IDLE, note);
  enroll(OMP_EVENT_THR_END_IDLE, note);
  idle_between_regions();
  EXPECT_EQ(g_seen[OMP_EVENT_THR_BEGIN_IDLE].state, THR_IDLE_STATE);
  EXPECT_EQ(g_seen[OMP_EVENT_THR_BEGIN_IDLE].other_states, 0);
  EXPECT_EQ(g_seen[OMP_EVENT_THR_BEGIN_IDLE].region, 0);
  EXPECT_EQ(g_seen[OMP_EVENT_THR_BEGIN_IDLE].region_around, -2);
  EXPECT_EQ(g_seen[OMP_EVENT_THR_END_IDLE].state, THR_IDLE_STATE);
  forget(OMP_EVENT_THR_END_IDLE);
  for (const Case& what : kCases) {
    let_workers_leave();
    start_log();
    enroll(what.begin, note);
    enroll(what.begin + 1, note);
    what.run();
    check(what);
    forget(what.begin);
    forget(what.begin + 1);
  }
  region_ids();
  openmp_in_callbacks();
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
  start_before_the_end();
}
