// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A client of the kind that is in use: everything packed, one buffer per thread that is filled once and sent
// again and again, error codes that nobody reads, ids of which only the low half is kept, and events and
// states of which this runtime knows nothing.
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>

namespace {

constexpr int kHeader = 16;
constexpr int kRegistered = 35;                  // 22 events of the interface, and 13 of somebody's own
constexpr int kRegisterBytes = kHeader + 4 + 8;  // event and pointer, packed: 28
constexpr int kKnownEvents = 22;
enum { kStart = 0, kRegister = 1, kState = 3, kCurrentRegion = 4, kParentRegion = 5, kStop = 6 };

int (*g_api)(void*) = nullptr;
std::atomic<int> g_forks{0};
std::atomic<int> g_joins{0};
std::atomic<int> g_waits{0};
std::atomic<int> g_bad{0};

struct Buffers {
  alignas(4) char state[kHeader + 4 + 4];
  alignas(4) char region[kHeader + 8 + 4];
  alignas(4) char parent[kHeader + 8 + 4];
  alignas(4) char task[kHeader + 4 + 4];  // CURRENT_PRID with half the room that it needs
  bool filled;
};
thread_local Buffers t_buffers;

void put(char* where, int value) {
  memcpy(where, &value, sizeof value);
}
int get(const char* where) {
  int value = 0;
  memcpy(&value, where, sizeof value);
  return value;
}

void fill(char* buffer, int request, int mem_bytes) {
  put(buffer, kHeader + mem_bytes);
  put(buffer + 4, request);
  put(buffer + kHeader + mem_bytes, 0);
}

Buffers& buffers() {
  Buffers& mine = t_buffers;
  if (mine.filled) return mine;
  fill(mine.state, kState, 4);
  fill(mine.region, kCurrentRegion, 8);
  fill(mine.parent, kParentRegion, 8);
  fill(mine.task, kCurrentRegion, 4);
  mine.filled = true;
  return mine;
}

void on_event(int event) {
  Buffers& mine = buffers();
  if (g_api(mine.state) != 0 || g_api(mine.region) != 0 || g_api(mine.parent) != 0 || g_api(mine.task) != 0)
    ++g_bad;
  int region = get(mine.region + kHeader);
  if (event == 1) {
    ++g_forks;
    if (region <= 0 || get(mine.state + kHeader) != 1) ++g_bad;  // overhead
  }
  if (event == 2) ++g_joins;
  if (event == 5 ||
      event == 7) {  // begins to wait at a barrier: there is a wait id, for which there is no room
    ++g_waits;
    if (get(mine.state + kHeader) != (event == 5 ? 3 : 4)) ++g_bad;
  }
}

void check(bool good, const char* what) {
  if (good) return;
  fprintf(stderr, "not so: %s\n", what);
  exit(1);
}

void start() {
  char list[kHeader + 4] = {};
  fill(list, kStart, 0);
  check(g_api(list) == 0 && get(list + 8) == 0, "START works");
}

void register_all() {
  static char list[kRegistered * kRegisterBytes + 4];
  void (*callback)(int) = on_event;
  for (int event = 1; event <= kRegistered; ++event) {
    char* entry = list + (event - 1) * kRegisterBytes;
    put(entry, kRegisterBytes);
    put(entry + 4, kRegister);
    put(entry + kHeader, event);
    memcpy(entry + kHeader + 4, &callback, sizeof callback);
  }
  check(g_api(list) == 0, "the whole list is processed");
  for (int event = 1; event <= kRegistered; ++event) {
    int code = get(list + (event - 1) * kRegisterBytes + 8);
    check(code == (event <= kKnownEvents ? 0 : 2), "known events are registered, others are unknown");
  }
}

}  // namespace

int main() {
  g_api = reinterpret_cast<int (*)(void*)>(dlsym(RTLD_DEFAULT, "__omp_collector_api"));
  check(g_api != nullptr, "the runtime has the interface");
  start();
  register_all();
  int sum = 0;
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel for num_threads(4) reduction(+ : sum)
    for (int i = 0; i < 100; ++i) sum += i;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      ++sum;
#pragma omp barrier
    }
  }
  check(sum == 20 * (4950 + 2), "the program computes what it should");
  check(g_forks == 40 && g_joins == 40, "one fork and one join for each region");
  check(g_waits >= 160, "every thread waits at each barrier");
  check(g_bad == 0, "every answer makes sense");
  Buffers& mine = buffers();
  check(g_api(mine.state) == 0 && get(mine.state + kHeader) == 6, "serial at the end");
  check(g_api(mine.region) == 0 && get(mine.region + kHeader) == 0, "in no region at the end");
  g_api(mine.task);
  check(get(mine.task + 8) == 7 && get(mine.task + 12) == 8, "too small an entry tells what it takes");
  char list[kHeader + 4] = {};
  fill(list, kStop, 0);
  check(g_api(list) == 0 && get(list + 8) == 0, "STOP works");
  return 0;
}
