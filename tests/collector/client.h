// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collector's side: lists of requests, and a log of the events. Everything that a callback or a signal
// handler calls is async-signal-safe.
#pragma once

#include <omp_collector_api.h>
#include <stdint.h>

#include <atomic>
#include <cstring>
#include <vector>

namespace client {

// The runtime's function, as a collector finds it. Null: the runtime has none.
using Api = int (*)(void*);
Api api();

// One entry of a list with room for a small answer; sized and filled by hand where a test is about that.
struct Entry {
  int size = 16;
  int request = 0;
  int code = -1;
  int returned = -1;
  char mem[16] = {};
  int end = 0;
};

// A single request with mem_bytes of memory (a multiple of 4, at most 16); returns its error code, -1 if the
// call failed.
int ask(Entry& entry, int request, int mem_bytes = 0);
int ask(int request);

int enroll(int event, void (*callback)(OMP_COLLECTORAPI_EVENT));  // REGISTER, struct layout
int forget(int event);

struct State {
  int code;
  int state;
  uint64_t wait_id;
};
State state();            // STATE with 16 bytes
int64_t region();         // CURRENT_PRID; -1 on error
int64_t region_around();  // PARENT_PRID; -1 on error, -2 THREAD_ERR

// What callbacks saw since start_log(), added up over all threads.
struct Seen {
  std::atomic<int> count{0};
  std::atomic<int> state{0};         // of the last one
  std::atomic<int> other_states{0};  // events whose state was not the first one's
  std::atomic<uint64_t> wait_id{0};
  std::atomic<int64_t> region{0};
  std::atomic<int64_t> region_around{0};
};
inline constexpr int kEvents = OMP_EVENT_THR_END_ATWT + 1;
extern Seen g_seen[kEvents];

void note(OMP_COLLECTORAPI_EVENT event);  // the callback
void start_log();

// Waits until the condition holds; exits with a message after a minute.
template <class Condition>
void await(const char* what, Condition condition);
void give_up_after_a_minute(const char* what, int& rounds);

template <class Condition>
void await(const char* what, Condition condition) {
  int rounds = 0;
  while (!condition()) give_up_after_a_minute(what, rounds);
}

void expect(const char* file, int line, const char* what, long long actual, long long expected);
int failures();

}  // namespace client

#define EXPECT_EQ(actual, expected) client::expect(__FILE__, __LINE__, #actual, actual, expected)

// The groups of cases; see main.cc.
void before_start_cases();
void request_cases();
void event_cases();
void state_cases();
void thread_cases();
void fork_cases();
void idle_cases();
