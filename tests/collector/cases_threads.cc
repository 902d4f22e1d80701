// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many at once: threads that make requests, signal handlers, an OMPT tool beside the collector, and a fork.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "client.h"

using namespace client;

namespace {

std::atomic<int> g_regions_seen_by_tool{0};

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, unsigned, int, const void*) {
  ++g_regions_seen_by_tool;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_parallel_begin, reinterpret_cast<ompt_callback_t>(on_parallel_begin));
  return 1;
}
void finalize(ompt_data_t*) {}
ompt_start_tool_result_t g_tool = {initialize, finalize, {0}};

constexpr int kThreads = 4;
volatile int g_sink;
std::atomic<int> g_started{0};

// All at once ask to start: one succeeds.
void* try_start(void*) {
  if (ask(OMP_REQ_START) == OMP_ERRCODE_OK) ++g_started;
  return nullptr;
}

void on_all(void* (*body)(void*)) {
  pthread_t threads[kThreads];
  for (intptr_t i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], nullptr, body, reinterpret_cast<void*>(i));
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}

// Any request in any order. Replay: the seed is the argument's.
std::atomic<bool> g_stop{false};

void* make_requests(void* seed) {
  std::mt19937 random(static_cast<unsigned>(reinterpret_cast<intptr_t>(seed)));
  while (!g_stop) {
    int event = static_cast<int>(random() % kEvents);
    switch (random() % 8) {
      case 0:
        ask(OMP_REQ_START);
        break;
      case 1:
        if (random() % 16 == 0) ask(OMP_REQ_STOP);
        break;
      case 2:
        ask(OMP_REQ_PAUSE);
        break;
      case 3:
      case 4:
        ask(OMP_REQ_RESUME);
        break;
      case 5:
        forget(event);
        break;
      default:
        enroll(event, note);
    }
  }
  return nullptr;
}

void busy_round(omp_lock_t& lock, volatile int& sink) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) ordered
    for (int i = 0; i < 8; ++i) {
#pragma omp ordered
      sink = i;
    }
#pragma omp single
    {
      for (int i = 0; i < 8; ++i) {
#pragma omp task
        sink = i;
      }
#pragma omp taskwait
    }
    omp_set_lock(&lock);
    sink = 1;
    omp_unset_lock(&lock);
#pragma omp critical
    sink = 2;
#pragma omp barrier
  }
}

void requests_at_once() {
  on_all(try_start);
  EXPECT_EQ(g_started, 1);
  omp_lock_t lock;
  omp_init_lock(&lock);
  volatile int sink = 0;
  pthread_t threads[kThreads];
  for (intptr_t i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], nullptr, make_requests, reinterpret_cast<void*>(i + 1));
  for (int round = 0; round < 60; ++round) busy_round(lock, sink);
  g_stop = true;
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  ask(OMP_REQ_STOP);
  start_log();
  busy_round(lock, sink);
  for (const Seen& seen : g_seen) EXPECT_EQ(seen.count, 0);
  omp_destroy_lock(&lock);
}

// Sessions follow each other as fast as they can, until a signal handler, in the middle of anything, begins
// one: that has what the handler has told it.
std::atomic<int> g_forks{0};
volatile sig_atomic_t g_begun = 0;

void count_fork(OMP_COLLECTORAPI_EVENT) {
  ++g_forks;
}

void begin_session(int) {
  if (g_begun || ask(OMP_REQ_START) != OMP_ERRCODE_OK) return;
  EXPECT_EQ(enroll(OMP_EVENT_FORK, count_fork), OMP_ERRCODE_OK);
  g_begun = 1;
}

void sessions_follow_each_other() {
  struct sigaction action = {};
  action.sa_handler = begin_session;
  sigaction(SIGALRM, &action, nullptr);
  for (int session = 0; session < 200; ++session) {
    g_begun = 0;
    itimerval once = {{0, 0}, {0, 50}};
    setitimer(ITIMER_REAL, &once, nullptr);
    for (int asked = 0; !g_begun; ++asked) {
      if (ask(OMP_REQ_START) == OMP_ERRCODE_OK) ask(OMP_REQ_STOP);
      if (asked % 200 == 199) setitimer(ITIMER_REAL, &once, nullptr);  // the handler has come too soon
    }
    g_forks = 0;
#pragma omp parallel num_threads(1)
    g_sink = 3;
    EXPECT_EQ(g_forks, 1);
    EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
  }
}

std::atomic<int> g_samples{0};
std::atomic<int> g_wrong{0};

// What a profiler asks, and more: everything that a list may hold.
void on_signal(int) {
  State now = state();
  int64_t id = region();
  int64_t around = region_around();
  bool outside = now.state == THR_SERIAL_STATE || now.state == THR_IDLE_STATE;
  if (now.code != OMP_ERRCODE_OK || now.state < THR_OVHD_STATE || now.state >= THR_LAST_STATE) ++g_wrong;
  if (id < 0 || around < -2 || (outside && id != 0) || (now.state == THR_WORK_STATE && id == 0)) ++g_wrong;
  int event = OMP_EVENT_FORK + g_samples % (kEvents - 1);
  if (enroll(event, note) != OMP_ERRCODE_OK || forget(event) != OMP_ERRCODE_OK) ++g_wrong;
  if (ask(OMP_REQ_PAUSE) != OMP_ERRCODE_OK || ask(OMP_REQ_RESUME) != OMP_ERRCODE_OK) ++g_wrong;
  ++g_samples;
}

// Interrupts the team's threads by turns, wherever they are, each when the one before has answered: how often
// a processor's timer would meet them is not fixed on a busy machine.
std::atomic<pthread_t> g_team[kThreads];
std::atomic<bool> g_interrupted{false};

void* interrupt_team(void*) {
  for (int i = 0; i < 150; ++i) {
    pthread_kill(g_team[i % kThreads], SIGPROF);
    await("the answer to a signal", [i] { return g_samples > i; });
  }
  g_interrupted = true;
  return nullptr;
}

void asked_from_signals() {
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
#pragma omp parallel num_threads(kThreads)
  g_team[omp_get_thread_num()] = pthread_self();
  pthread_t interrupter;
  pthread_create(&interrupter, nullptr, interrupt_team, nullptr);
  omp_lock_t lock;
  omp_init_lock(&lock);
  volatile int sink = 0;
  while (!g_interrupted) {
    enroll(OMP_EVENT_FORK, note);
    busy_round(lock, sink);
    forget(OMP_EVENT_FORK);
  }
  pthread_join(interrupter, nullptr);
  EXPECT_EQ(g_wrong, 0);
  omp_destroy_lock(&lock);
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
}

// START in the middle of the program: what happened before counts. The tool of the process hears the same.
void together_with_ompt() {
  int before = g_regions_seen_by_tool;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
      EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
      EXPECT_EQ(region() > 0, 1);
      start_log();
      EXPECT_EQ(enroll(OMP_EVENT_FORK, note), OMP_ERRCODE_OK);
      EXPECT_EQ(enroll(OMP_EVENT_JOIN, note), OMP_ERRCODE_OK);
    }
    g_sink = 1;
  }
  for (int i = 0; i < 10; ++i) {
#pragma omp parallel num_threads(2)
    g_sink = 2;
  }
  EXPECT_EQ(g_seen[OMP_EVENT_FORK].count, 10);
  EXPECT_EQ(g_seen[OMP_EVENT_JOIN].count, 11);
  if (getenv("TOOL_EXPECTED") != nullptr) EXPECT_EQ(g_regions_seen_by_tool - before, 11);
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
}

void plain_region() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  return &g_tool;
}

void thread_cases() {
  requests_at_once();
  sessions_follow_each_other();
  asked_from_signals();
  together_with_ompt();
}

std::atomic<bool> g_enough{false};

void* start_and_stop(void*) {
  while (!g_enough) {
    ask(OMP_REQ_START);
    ask(OMP_REQ_STOP);
  }
  return nullptr;
}

// Wherever another thread is in its request: the child has a session, or can begin one.
bool child_has_sessions() {
  ask(OMP_REQ_START);
  g_forks = 0;
  bool told = enroll(OMP_EVENT_FORK, count_fork) == OMP_ERRCODE_OK && ask(OMP_REQ_RESUME) == OMP_ERRCODE_OK;
#pragma omp parallel num_threads(1)
  g_sink = 4;
  return told && g_forks == 1 && ask(OMP_REQ_STOP) == OMP_ERRCODE_OK;
}

void forks_between_requests() {
  pthread_t thread;
  pthread_create(&thread, nullptr, start_and_stop, nullptr);
  for (int i = 0; i < 100; ++i) {
    pid_t child = fork();
    if (child == 0) _exit(child_has_sessions() ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  g_enough = true;
  pthread_join(thread, nullptr);
}

// The child goes on with the session that it was born with.
void fork_cases() {
  forks_between_requests();
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  start_log();
  enroll(OMP_EVENT_FORK, note);
  plain_region();
  pid_t child = fork();
  plain_region();
  EXPECT_EQ(g_seen[OMP_EVENT_FORK].count, 2);
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_SEQUENCE_ERR);
  EXPECT_EQ(state().state, THR_SERIAL_STATE);
  EXPECT_EQ(client::region(), 0);
  if (child == 0) _exit(failures() == 0 ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}
