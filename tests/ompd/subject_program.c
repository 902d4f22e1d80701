// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that the test debuggers look at. It brings its threads into a situation, says what it knows
// about itself, one "fact" per line, and stays there until it is killed.
//
//   fact LWP KEY VALUE      LWP: the kernel's number of the thread that says it; 0 for what is true of all
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "../sleeping.h"

static pthread_mutex_t g_output = PTHREAD_MUTEX_INITIALIZER;
static atomic_int g_arrived;

static long lwp(void) {
  return syscall(SYS_gettid);
}

static void fact(long thread, const char* key, uint64_t value) {
  pthread_mutex_lock(&g_output);
  printf("fact %ld %s %llu\n", thread, key, (unsigned long long)value);
  pthread_mutex_unlock(&g_output);
}

static void ready(void) {
  pthread_mutex_lock(&g_output);
  printf("ready\n");
  fflush(stdout);
  pthread_mutex_unlock(&g_output);
}

// Until the debugger has seen enough.
static void stay(void) {
  for (;;) {
    struct timespec pause = {0, 50 * 1000 * 1000};
    nanosleep(&pause, NULL);
  }
}

static void arrive_and_await(int threads) {
  atomic_fetch_add(&g_arrived, 1);
  while (atomic_load(&g_arrived) < threads) usleep(1000);
}

static _Unwind_Reason_Code say_cfa(struct _Unwind_Context* context, void* thread) {
  fact(*(long*)thread, "cfa", _Unwind_GetCFA(context));
  return _URC_NO_REASON;
}

// What OpenMP's routines say here, and where the unwinder says that frames begin.
__attribute__((noinline)) static void say_all(const char* function, void* code) {
  long self = lwp();
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  fact(self, "pthread", (uint64_t)pthread_self());
  fact(self, "thread_num", (uint64_t)omp_get_thread_num());
  fact(self, "num_threads", (uint64_t)omp_get_num_threads());
  fact(self, "level", (uint64_t)omp_get_level());
  fact(self, "active_level", (uint64_t)omp_get_active_level());
  fact(self, "max_threads", (uint64_t)omp_get_max_threads());
  fact(self, "max_active_levels", (uint64_t)omp_get_max_active_levels());
  fact(self, "dynamic", (uint64_t)omp_get_dynamic());
  fact(self, "thread_limit", (uint64_t)omp_get_thread_limit());
  fact(self, "default_device", (uint64_t)omp_get_default_device());
  fact(self, "proc_bind", (uint64_t)omp_get_proc_bind());
  fact(self, "final", (uint64_t)omp_in_final());
  fact(self, "in_parallel", (uint64_t)omp_in_parallel());
  fact(self, "schedule", (uint64_t)kind & 0xff);
  fact(self, "chunk", (uint64_t)chunk);
  fact(self, "allocator", (uint64_t)omp_get_default_allocator());
  fact(self, function, (uint64_t)code);
  _Unwind_Backtrace(say_cfa, &self);
}

// The caller's frame: in the outlined function itself.
#define HERE __builtin_extract_return_addr(code_here())
__attribute__((noinline)) static void* code_here(void) {
  return __builtin_return_address(0);
}

static void say_process(void) {
  fact(0, "num_procs", (uint64_t)omp_get_num_procs());
  fact(0, "initial", (uint64_t)lwp());
  fact(0, "pid", (uint64_t)getpid());
}

// Two regions, one inside the other; each thread of the inner one stands in the program's code.
static void nested(void) {
  omp_set_max_active_levels(2);
  omp_set_schedule(omp_sched_guided, 7);
#pragma omp parallel num_threads(2)
  {
    fact(lwp(), "outer_num", (uint64_t)omp_get_thread_num());
    fact(lwp(), "outer_code", (uint64_t)HERE);
    omp_set_num_threads(3 + omp_get_thread_num());
#pragma omp parallel num_threads(2)
    {
      say_all("code", HERE);
      arrive_and_await(4);
      if (atomic_fetch_add(&g_arrived, 1) == 4) ready();
      stay();
    }
  }
}

static int g_cell[4];

// Two members, of which one stays busy: what the other creates is not begun.
static void tasks(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      fact(lwp(), "busy", 1);
      arrive_and_await(2);
      stay();
    }
    arrive_and_await(2);
#pragma omp task
    g_cell[3] = 1;
#pragma omp task depend(out : g_cell[0])
    g_cell[0] = 1;
#pragma omp task depend(in : g_cell[0]) depend(out : g_cell[1])
    g_cell[1] = 1;
#pragma omp task depend(in : g_cell[1])
    g_cell[2] = 1;
#pragma omp task if (0)
    {
#pragma omp task final(1) if (0)
      {
        say_all("code", HERE);
        fact(0, "creator", (uint64_t)lwp());
        fact(0, "ready_tasks", 2);
        fact(0, "dependent_tasks", 2);
        ready();
        stay();
      }
    }
  }
}

// Very many tasks that nobody can begin: they depend on one whose event nobody fulfils.
enum { kMany = 4000 };

static void many(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      arrive_and_await(2);
      stay();
    }
    arrive_and_await(2);
    omp_event_handle_t never;
    (void)never;  // GCC does not count the clause as a use
#pragma omp task depend(out : g_cell[0]) detach(never)
    g_cell[0] = 1;
    for (int i = 0; i < kMany; ++i) {
#pragma omp task firstprivate(i) depend(in : g_cell[0])
      g_cell[1 + i % 3] = i;
    }
    fact(0, "dependent_tasks", kMany);
    ready();
    stay();
  }
}

static atomic_bool g_told;

static void on_signal(int number) {
  (void)number;
  atomic_store(&g_told, true);
}

// Tasks inside tasks, each of which waits for the one inside.
enum { kDeep = 1500 };

static void deeper(int levels) {
  if (levels == 0) {
    ready();
    while (!atomic_load(&g_told)) usleep(10000);
    return;
  }
#pragma omp task if (0)
  deeper(levels - 1);
}

static void deep(void) {
  fact(0, "levels", kDeep);
#pragma omp parallel num_threads(1)
  deeper(kDeep);
}

// One thread holds, the others wait: each for something else.
static void locks(void) {
  static omp_lock_t lock;
  static omp_nest_lock_t nest_lock;
  static atomic_int held;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(6)
  {
    long self = lwp();
    fact(self, "thread_num", (uint64_t)omp_get_thread_num());
    switch (omp_get_thread_num()) {
      case 0:
        omp_set_lock(&lock);
        omp_set_nest_lock(&nest_lock);
#pragma omp critical(name)
        {
          fact(self, "holds", 1);
          fact(0, "lock", (uint64_t)&lock);
          fact(0, "nest_lock", (uint64_t)&nest_lock);
          atomic_store(&held, 1);
          arrive_and_await(6);
          ready();
          stay();
        }
        break;
      case 1:
      case 2:
      case 3:
        while (!atomic_load(&held)) usleep(1000);
        fact(self, "waits_for", (uint64_t)omp_get_thread_num());
        atomic_fetch_add(&g_arrived, 1);
        if (omp_get_thread_num() == 1) omp_set_lock(&lock);
        if (omp_get_thread_num() == 2) omp_set_nest_lock(&nest_lock);
        if (omp_get_thread_num() == 3) {
#pragma omp critical(name)
          stay();
        }
        break;
      case 4:
        fact(self, "waits_for", 4);
        atomic_fetch_add(&g_arrived, 1);
#pragma omp taskgroup
        {
#pragma omp task
          stay();
        }
        break;
      default:
        fact(self, "waits_for", 5);
        atomic_fetch_add(&g_arrived, 1);
        break;
    }
  }
}

// Two threads, each with the lock that the other one waits for; a third at the end of the region.
static omp_lock_t g_left, g_right;

static void take_both(omp_lock_t* first, omp_lock_t* second) {
  omp_set_lock(first);
  arrive_and_await(2);
  if (omp_get_thread_num() == 1) ready();
  omp_set_lock(second);
  atomic_fetch_add(&g_arrived, 1);  // so that the call above is no jump
}

static void deadlock(void) {
  omp_init_lock(&g_left);
  omp_init_lock(&g_right);
#pragma omp parallel num_threads(3)
  {
    fact(lwp(), "thread_num", (uint64_t)omp_get_thread_num());
    if (omp_get_thread_num() == 1) take_both(&g_left, &g_right);
    if (omp_get_thread_num() == 2) take_both(&g_right, &g_left);
  }
}

static void handle_signal(int number) {
  (void)number;
  ready();
  stay();
}

// A signal comes to a thread that waits for a lock; its handler stays.
static void handler(void) {
  static atomic_long waiter;
  signal(SIGUSR2, handle_signal);
  omp_init_lock(&g_left);
  omp_set_lock(&g_left);
#pragma omp parallel num_threads(2)
  {
    fact(lwp(), "thread_num", (uint64_t)omp_get_thread_num());
    if (omp_get_thread_num() == 1) {
      atomic_store(&waiter, lwp());
      omp_set_lock(&g_left);
      atomic_fetch_add(&g_arrived, 1);
    } else {
      while (atomic_load(&waiter) == 0 || !sleeps_in_futex(atomic_load(&waiter))) usleep(1000);
      syscall(SYS_tgkill, getpid(), atomic_load(&waiter), SIGUSR2);
      stay();
    }
  }
}

// Many: eight regions inside one of eight threads.
static void crowd(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(8)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(8)
    {
      fact(lwp(), "outer_num", (uint64_t)outer);
      fact(lwp(), "thread_num", (uint64_t)omp_get_thread_num());
      arrive_and_await(64);
      if (atomic_fetch_add(&g_arrived, 1) == 64) ready();
      stay();
    }
  }
}

static void leagues(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    if (omp_get_team_num() == 0) {
#pragma omp parallel num_threads(2)
      {
        say_all("code", HERE);
        arrive_and_await(2);
        if (atomic_fetch_add(&g_arrived, 1) == 2) {
          fact(0, "num_teams", (uint64_t)omp_get_num_teams());
          ready();
        }
        stay();
      }
    }
  }
  atomic_fetch_add(&g_arrived, 1);  // so that the call above is no jump
}

// After a region: its workers have nothing to do.
static void idle(void) {
#pragma omp parallel num_threads(3)
  {
    fact(lwp(), "was_num", (uint64_t)omp_get_thread_num());
    arrive_and_await(omp_get_num_threads());
  }
  say_all("serial_code", HERE);
  ready();
  stay();
}

// Some wait at a barrier, another one at the end of the region: the classic mistake.
static void mismatch(void) {
  static atomic_long waiters[3];
#pragma omp parallel num_threads(3)
  {
    int number = omp_get_thread_num();
    fact(lwp(), "thread_num", (uint64_t)number);
    atomic_store(&waiters[number], lwp());
    if (number != 1) {
#pragma omp barrier
      atomic_fetch_add(&g_arrived, 1);  // so that the call above is no jump
    } else {
      for (int other = 0; other < 3; other += 2)
        while (atomic_load(&waiters[other]) == 0 || !sleeps_in_futex(atomic_load(&waiters[other])))
          usleep(1000);
      ready();
    }
  }
}

// A task whose code has run, and whose event nobody fulfils.
static void detached(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t event;
      fact(0, "creator", (uint64_t)lwp());
#pragma omp task detach(event)
      g_cell[0] = 1;
      fact(0, "event", (uint64_t)event);
      ready();
#pragma omp taskwait
    }
  }
}

// A worker that has arrived at the end of its region is held up there by a signal, and the leader goes on: to
// its own code, or to the next region.
static void hold_up(int number) {
  (void)number;
  atomic_fetch_add(&g_arrived, 1);
  stay();
}

static void leave_worker_behind(void) {
  static atomic_long worker;
  signal(SIGUSR2, hold_up);
#pragma omp parallel num_threads(2)
  {
    fact(lwp(), "was_num", (uint64_t)omp_get_thread_num());
    if (omp_get_thread_num() == 1) {
      atomic_store(&worker, lwp());
    } else {
      while (atomic_load(&worker) == 0 || !sleeps_in_futex(atomic_load(&worker))) usleep(1000);
      syscall(SYS_tgkill, getpid(), atomic_load(&worker), SIGUSR2);
      arrive_and_await(2);
    }
  }
}

// The same at a barrier.
static void let_go(void) {
  static atomic_long worker;
  signal(SIGUSR2, hold_up);
#pragma omp parallel num_threads(2)
  {
    fact(lwp(), "thread_num", (uint64_t)omp_get_thread_num());
    if (omp_get_thread_num() == 1) {
      atomic_store(&worker, lwp());
#pragma omp barrier
    } else {
      while (atomic_load(&worker) == 0 || !sleeps_in_futex(atomic_load(&worker))) usleep(1000);
      syscall(SYS_tgkill, getpid(), atomic_load(&worker), SIGUSR2);
      while (atomic_load(&g_arrived) == 0) usleep(1000);
#pragma omp barrier
      ready();
      stay();
    }
  }
}

static void behind(void) {
  leave_worker_behind();
  ready();
  stay();
}

static void ahead(void) {
  leave_worker_behind();
#pragma omp parallel num_threads(2)
  {
    ready();
    stay();
  }
}

// More threads than before when the program is told.
static void growing(void) {
  signal(SIGUSR1, on_signal);
  for (int size = 2; size <= 4; size += 2) {
    atomic_store(&g_arrived, 0);
#pragma omp parallel num_threads(size)
    {
      fact(lwp(), "of", (uint64_t)size);
      arrive_and_await(size);
      if (atomic_fetch_add(&g_arrived, 1) == size) ready();
      while (size == 4 || !atomic_load(&g_told)) usleep(10000);
    }
  }
}

// A region of one thread.
static void serialized(void) {
#pragma omp parallel num_threads(1)
  {
    say_all("code", HERE);
    ready();
    stay();
  }
}

static void* foreign_thread(void* unused) {
#pragma omp parallel num_threads(2)
  {
    fact(lwp(), "ends", (uint64_t)omp_get_thread_num());
    arrive_and_await(2);
    if (atomic_fetch_add(&g_arrived, 1) == 2) ready();
    while (!atomic_load(&g_told)) usleep(10000);
  }
  return unused;
}

// A thread of the program's own with a region: both end when the program is told, and it is ready once more.
static void ending(void) {
  pthread_t thread;
  signal(SIGUSR1, on_signal);
  pthread_create(&thread, NULL, foreign_thread, NULL);
  pthread_join(thread, NULL);
  ready();
  stay();
}

// What the breakpoint functions are counted for.
static void events(void) {
  int sum = 0;
  atomic_store(&g_arrived, 0);
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
#pragma omp single
      for (int i = 0; i < 2; ++i) {
#pragma omp task
        atomic_fetch_add(&g_arrived, 1);
      }
      sum += 1;
    }
  }
#pragma omp parallel num_threads(1)
  sum += 1;
  if (sum != 7 || atomic_load(&g_arrived) != 6) exit(1);
}

// The same for a debugger that comes when the threads are there already.
static void later(void) {
  events();
  raise(SIGSTOP);
  events();
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } kSituations[] = {
      {"nested", nested},     {"tasks", tasks},           {"locks", locks},     {"leagues", leagues},
      {"deadlock", deadlock}, {"handler", handler},       {"crowd", crowd},     {"idle", idle},
      {"events", events},     {"serialized", serialized}, {"ending", ending},   {"later", later},
      {"behind", behind},     {"ahead", ahead},           {"growing", growing}, {"many", many},
      {"deep", deep},         {"mismatch", mismatch},     {"let_go", let_go},   {"detached", detached}};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // where only parents may attach
  if (argc != 2) return 2;
  for (size_t i = 0; i < sizeof kSituations / sizeof *kSituations; ++i) {
    if (strcmp(argv[1], kSituations[i].name) != 0) continue;
    // Before the first use of OpenMP, which with Clang is the beginning of a function that has a construct.
    if (strcmp(argv[1], "events") == 0)
      raise(SIGSTOP);
    else if (strcmp(argv[1], "later") != 0)
      say_process();
    kSituations[i].run();
    return 0;
  }
  return 2;
}
