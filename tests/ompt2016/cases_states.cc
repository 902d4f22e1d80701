// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each state in which a thread can wait, with its wait id, as a signal handler on the waiting thread sees it:
// whoever makes it wait goes on once that was seen.
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>

#include "../sleeping.h"
#include "tool.h"

using namespace tool;

namespace {

volatile int g_sink;
std::atomic<int> g_state{0};
std::atomic<uint64_t> g_wait_id{0};
std::atomic<uint64_t> g_seen_wait_id{0};
std::atomic<pthread_t> g_waiter;
std::atomic<long> g_waiter_id{0};  // the kernel's
std::atomic<bool> g_ready{false};
ompt_get_state_fn_t g_get_state = nullptr;

void look(int) {
  ompt_wait_id_t wait_id = 0;
  int state = g_get_state(&wait_id);
  g_wait_id = wait_id;
  g_state = state;  // after the wait id that belongs to it
}

// On the thread that will wait.
void be_waiter() {
  g_waiter = pthread_self();
  g_waiter_id = this_thread_id();
  g_ready = true;
}

// On the thread that makes it wait: until a signal has met it waiting.
void await_state(int expected) {
  for (int tries = 0; tries < 60000; ++tries) {
    if (g_ready) {
      pthread_kill(g_waiter, SIGUSR1);
      if (g_state == expected) {
        g_seen_wait_id = g_wait_id.load();
        return;
      }
    }
    usleep(1000);
  }
  fprintf(stderr, "waited a minute for state 0x%x, the last was 0x%x\n", expected, g_state.load());
  _exit(1);
}

void lock_wait() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    be_waiter();
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  } else {
    await_state(omp_state_wait_lock);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

void critical_wait() {
  std::atomic<bool> inside{false};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (!inside) usleep(100);
      be_waiter();
    }
#pragma omp critical(contended)
    {
      inside = true;
      if (omp_get_thread_num() == 0) await_state(omp_state_wait_critical);
    }
  }
}

// Compilers call these for atomics that the processor does not have.
void atomic_wait() {
  auto begin = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_start"));
  auto end = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_end"));
  std::atomic<bool> inside{false};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      while (!inside) usleep(100);
      be_waiter();
    }
    begin();
    inside = true;
    if (omp_get_thread_num() == 0) await_state(omp_state_wait_atomic);
    end();
  }
}

void ordered_wait() {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) {
    if (i == 0)
      await_state(omp_state_wait_ordered);
    else
      be_waiter();
#pragma omp ordered
    g_sink = i;
  }
}

void explicit_barrier_wait() {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      be_waiter();
    else
      await_state(omp_state_wait_barrier_explicit);
#pragma omp barrier
  }
}

void implicit_barrier_wait() {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      be_waiter();
    else
      await_state(omp_state_wait_barrier_implicit);
  }
}

void body_of_task(std::atomic<bool>& taken, int state) {
  taken = true;
  await_state(state);
}

void create_task(std::atomic<bool>& taken, int state) {
#pragma omp task shared(taken) firstprivate(state)
  body_of_task(taken, state);
  while (!taken) usleep(100);  // the other thread waits at the end of the region, and takes it
  be_waiter();
}

void taskwait_wait() {
  std::atomic<bool> taken{false};
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    create_task(taken, omp_state_wait_taskwait);
#pragma omp taskwait
  }
}

void taskgroup_wait() {
  std::atomic<bool> taken{false};
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp taskgroup
    create_task(taken, omp_state_wait_taskgroup);
  }
}

std::atomic<bool> g_held{false};
std::atomic<bool> g_next_begun{false};

// On the waiting worker, which has arrived: stays until the leader is in the next region.
void hold_at_barrier(int) {
  if (g_held || g_get_state(nullptr) != omp_state_wait_barrier_implicit) return;
  g_held = true;
  while (!g_next_begun) usleep(100);
}

// A worker that sleeps has arrived: it needs nobody's help any more to let the leader go.
void hold_worker() {
  while (!g_held) {
    if (g_ready && sleeps_in_futex(g_waiter_id)) pthread_kill(g_waiter, SIGUSR1);
    usleep(1000);
  }
}

// Leaves a region, of size threads, with a worker in it that only goes on when the leader is in the next one,
// and that one only ends once the worker has come.
std::vector<Record> leave_late(unsigned size, ompt_parallel_id_t& left) {
  std::atomic<bool> came{false};
  g_ready = g_held = g_next_begun = false;
  start();
#pragma omp parallel num_threads(size)
  if (omp_get_thread_num() == 1) {
    be_waiter();
  } else if (omp_get_thread_num() == 0) {
    function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info")(0, &left, nullptr);
    hold_worker();
  }
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    g_next_begun = true;
    while (!came) usleep(100);
  } else {
    came = true;
  }
  return finish();
}

// To the end of its last event of a region the worker is in that region.
void leaving_workers() {
  signal(SIGUSR1, hold_at_barrier);
  for (unsigned size : {2U, 3U}) {
    ompt_parallel_id_t left = ompt_parallel_id_none;
    const std::vector<Record> records = leave_late(size, left);
    for (ompt_event_t event :
         {ompt_event_sync_region_wait, ompt_event_sync_region, ompt_event_implicit_task}) {
      size_t of_region = 0;
      for (const Record& record : of(records, event, ompt_scope_end)) {
        if (record.region != left) continue;
        ++of_region;
        EXPECT_EQ(record.inside, left);
        EXPECT_EQ(record.inside_by_task, left);
        EXPECT_EQ(record.size, size);
      }
      EXPECT_EQ(of_region, size);
    }
  }
}

}  // namespace

void state_cases() {
  static const struct {
    void (*run)();
    bool wait_id;
  } kRows[] = {
      {lock_wait, true},      {critical_wait, true},          {atomic_wait, true},
      {ordered_wait, true},   {explicit_barrier_wait, false}, {implicit_barrier_wait, false},
      {taskwait_wait, false}, {taskgroup_wait, false},
  };
  g_get_state = function<ompt_get_state_fn_t>("ompt_get_state");
  struct sigaction action = {};
  action.sa_handler = look;
  sigaction(SIGUSR1, &action, nullptr);
  for (const auto& row : kRows) {
    g_ready = false;
    g_state = 0;
    g_seen_wait_id = 0;
    row.run();
    EXPECT_EQ(g_seen_wait_id != 0, row.wait_id);  // await_state() has seen the state
  }
  leaving_workers();
}
