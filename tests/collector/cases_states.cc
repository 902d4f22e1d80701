// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states that have no event of their own, and how much room the answers take.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "../sleeping.h"
#include "client.h"

using namespace client;

namespace {

volatile int g_sink;

std::atomic<int> g_combining{0};

int combine(int left, int right) {
  g_combining = state().state;
  return left + right;
}

#pragma omp declare reduction(observed:int : omp_out = combine(omp_out, omp_in))

// GCC combines in the program's own code, which counts as work.
void reductions() {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(observed : sum)
  sum += 1;
  EXPECT_EQ(sum, 2);
#ifdef __clang__
  EXPECT_EQ(g_combining, THR_REDUC_STATE);
#else
  EXPECT_EQ(g_combining, THR_WORK_STATE);
#endif
}

void expect_working() {
  EXPECT_EQ(state().state, THR_WORK_STATE);
  EXPECT_EQ(region() > 0, 1);
}

void expect_serial() {
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
  EXPECT_EQ(region(), 0);
}

void work_and_serial() {
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
#pragma omp parallel num_threads(2)
  {
    EXPECT_EQ(state().state, THR_WORK_STATE);
#pragma omp single
    {
#pragma omp task
      EXPECT_EQ(state().state, THR_WORK_STATE);
#pragma omp task if (0)
      EXPECT_EQ(region() > 0, 1);
    }
#pragma omp target  // runs in the region around it
    expect_working();
  }
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
#pragma omp target
  expect_serial();
#pragma omp task if (0)
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
}

// A thread that the program made: unknown to OpenMP at first, then the master of its own region.
void* foreign_thread(void*) {
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
  EXPECT_EQ(region(), 0);
  EXPECT_EQ(region_around(), -2);
#pragma omp parallel num_threads(2)
  {
    EXPECT_EQ(state().state, THR_WORK_STATE);
    EXPECT_EQ(region() > 0, 1);
    EXPECT_EQ(region_around(), omp_get_thread_num() == 0 ? 0 : -2);
  }
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
  EXPECT_EQ(region_around(), -2);
  return nullptr;
}

void foreign_threads() {
  pthread_t thread;
  pthread_create(&thread, nullptr, foreign_thread, nullptr);
  pthread_join(thread, nullptr);
}

struct Room {
  int mem_bytes;
  int code;
  int returned;
};
constexpr Room kRoom[] = {
    {0, OMP_ERRCODE_MEM_TOO_SMALL, 16}, {4, OMP_ERRCODE_MEM_TOO_SMALL, 16},
    {8, OMP_ERRCODE_MEM_TOO_SMALL, 16}, {12, OMP_ERRCODE_OK, 12},
    {16, OMP_ERRCODE_OK, 16},
};
std::atomic<int> g_rooms_tried{0};

// In a state with a wait id.
void try_room(OMP_COLLECTORAPI_EVENT) {
  uint64_t expected = state().wait_id;
  for (const Room& room : kRoom) {
    Entry entry;
    EXPECT_EQ(ask(entry, OMP_REQ_STATE, room.mem_bytes), room.code);
    EXPECT_EQ(entry.returned, room.returned);
    int told = 0;
    memcpy(&told, entry.mem, sizeof told);
    EXPECT_EQ(told, room.mem_bytes >= 4 ? THR_EBAR_STATE : 0);
    if (room.code != OMP_ERRCODE_OK) continue;
    uint64_t wait_id = 0;
    memcpy(&wait_id, entry.mem + room.returned - 8, sizeof wait_id);
    EXPECT_EQ(wait_id != 0 && wait_id == expected, 1);
  }
  ++g_rooms_tried;
}

void room_for_wait_ids() {
  enroll(OMP_EVENT_THR_BEGIN_EBAR, try_room);
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
  } EXPECT_EQ(g_rooms_tried, 2);
  forget(OMP_EVENT_THR_BEGIN_EBAR);
}

// The wait ids of one barrier are the same for all, also for workers at the end of the region.
std::atomic<uint64_t> g_wait_ids[2];

void keep_wait_id(OMP_COLLECTORAPI_EVENT) {
  g_wait_ids[omp_get_thread_num()] = state().wait_id;
}

void barrier_wait_ids() {
  enroll(OMP_EVENT_THR_BEGIN_IBAR, keep_wait_id);
#pragma omp parallel num_threads(2)
  g_sink = 1;
  await("both threads at the barrier", [] { return g_wait_ids[0] != 0 && g_wait_ids[1] != 0; });
  EXPECT_EQ(g_wait_ids[0] == g_wait_ids[1], 1);
  forget(OMP_EVENT_THR_BEGIN_IBAR);
}

// A worker that is still at the end of a region while its leader is in the next one.
struct Leaving {
  std::atomic<pthread_t> worker;
  std::atomic<long> worker_id{0};  // the kernel's
  std::atomic<int64_t> left{0};    // the region's id
  std::atomic<bool> held{false};
  std::atomic<bool> next_begun{false};
  std::atomic<bool> asked{false};
};
Leaving g_leaving;

// On the worker at the end of the region, where it has arrived: holds it there until the leader is in the
// next one.
void ask_while_leaving() {
  g_leaving.held = true;
  await("the leader in the next region", [] { return g_leaving.next_begun.load(); });
  State now = state();
  EXPECT_EQ(now.state, THR_IBAR_STATE);
  EXPECT_EQ(static_cast<int64_t>(now.wait_id), g_leaving.left);
  EXPECT_EQ(region(), g_leaving.left);
  EXPECT_EQ(region_around(), -2);
  g_leaving.asked = true;
}

// The thread waits at the end of the region to be left, and not of the one before or after.
bool is_leaving() {
  if (g_leaving.asked || g_leaving.held || g_leaving.worker == pthread_t{}) return false;
  const State now = state();
  return now.state == THR_IBAR_STATE && static_cast<int64_t>(now.wait_id) == g_leaving.left;
}

void on_worker_leaving(OMP_COLLECTORAPI_EVENT) {
  if (is_leaving() && omp_get_thread_num() == 1) ask_while_leaving();
}

void on_signal_at_barrier(int) {
  if (is_leaving()) ask_while_leaving();
}

// A worker that sleeps has arrived: it needs nobody's help any more to let the leader go.
void hold_worker_by_signal() {
  await("the worker at the end of the region", [] {
    if (!g_leaving.held && sleeps_in_futex(g_leaving.worker_id)) pthread_kill(g_leaving.worker, SIGUSR1);
    return g_leaving.held.load();
  });
}

void leave_and_open_next(bool by_signal) {
  g_leaving.worker = pthread_t{};
  g_leaving.held = g_leaving.next_begun = g_leaving.asked = false;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    g_leaving.worker_id = this_thread_id();
    g_leaving.worker = pthread_self();
  } else {
    g_leaving.left = region();
    await("the worker", [] { return g_leaving.worker != pthread_t{}; });
    if (by_signal) hold_worker_by_signal();
  }
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    EXPECT_EQ(region() > g_leaving.left, 1);
    g_leaving.next_begun = true;
    await("the worker's answers", [] { return g_leaving.asked.load(); });
  } else {
    EXPECT_EQ(region() > g_leaving.left, 1);
  }
}

// Without an observer, where a worker waits on through the next region's begin, and in an event's callback.
void regions_of_leaving_workers() {
  struct sigaction action = {};
  action.sa_handler = on_signal_at_barrier;
  sigaction(SIGUSR1, &action, nullptr);
  leave_and_open_next(true);
  enroll(OMP_EVENT_THR_END_IBAR, on_worker_leaving);
  leave_and_open_next(false);
  forget(OMP_EVENT_THR_END_IBAR);
}

void expect_team_outside_regions() {
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
  EXPECT_EQ(region(), 0);
#pragma omp parallel num_threads(1)
  {
    expect_working();
    EXPECT_EQ(region_around(), 0);
  }
}

// Teams are no regions. A worker that runs one was in a region before, which is over; teams that wait for
// each other have a thread each.
void teams_by_workers() {
  if (omp_get_num_procs() < 2) return;  // teams take turns
  const pthread_t initial = pthread_self();
  std::atomic<int> begun{0}, by_worker{0};
  enroll(OMP_EVENT_FORK, note);
#pragma omp parallel num_threads(2)
  g_sink = 1;
#pragma omp teams num_teams(2) shared(begun, by_worker)
  {
    ++begun;
    await("the other team", [&] { return begun == 2; });
    expect_team_outside_regions();
    if (!pthread_equal(pthread_self(), initial)) ++by_worker;
  }
  EXPECT_EQ(by_worker, 1);
  EXPECT_EQ(g_seen[OMP_EVENT_FORK].region_around, 0);
  forget(OMP_EVENT_FORK);
}

void expect_region(int64_t id) {
  EXPECT_EQ(state().state, THR_WORK_STATE);
  EXPECT_EQ(region(), id);
}

int g_teams_begun = 0;  // a target region has no use for std::atomic

// GCC's teams in a target region take turns.
void begin_team() {
  __atomic_add_fetch(&g_teams_begun, 1, __ATOMIC_RELAXED);
#ifdef __clang__
  if (omp_get_num_procs() < 2) return;
  await("the other team", [] { return __atomic_load_n(&g_teams_begun, __ATOMIC_RELAXED) == 2; });
#endif
}

// The region around a target construct is that of all its teams.
void teams_in_target() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
#pragma omp parallel num_threads(1)
  {
    const int64_t around = region();
#pragma omp target teams num_teams(2)
    {
      begin_team();
      expect_region(around);
    }
  }
  EXPECT_EQ(g_teams_begun, 2);
}

}  // namespace

void state_cases() {
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  work_and_serial();
  foreign_threads();
  room_for_wait_ids();
  barrier_wait_ids();
  regions_of_leaving_workers();
  teams_by_workers();
  teams_in_target();
  reductions();
}
