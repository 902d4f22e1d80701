// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "client.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace client {

Seen g_seen[kEvents];

namespace {

std::atomic<int> g_failures{0};

}  // namespace

Api api() {
  static const Api found = reinterpret_cast<Api>(dlsym(RTLD_DEFAULT, OMP_COLLECTOR_API));
  return found;
}

int ask(Entry& entry, int request, int mem_bytes) {
  entry.size = 16 + mem_bytes;
  entry.request = request;
  entry.code = -1;
  entry.returned = -1;
  int* end = mem_bytes < 16 ? reinterpret_cast<int*>(entry.mem + mem_bytes) : &entry.end;
  int covered = *end;
  *end = 0;
  int result = api()(&entry);
  if (mem_bytes < 16) *end = covered;
  return result == 0 ? entry.code : -1;
}

int ask(int request) {
  Entry entry;
  return ask(entry, request);
}

int enroll(int event, void (*callback)(OMP_COLLECTORAPI_EVENT)) {
  Entry entry;
  memcpy(entry.mem, &event, sizeof event);
  memcpy(entry.mem + 8, &callback, sizeof callback);
  return ask(entry, OMP_REQ_REGISTER, 16);
}

int forget(int event) {
  Entry entry;
  memcpy(entry.mem, &event, sizeof event);
  return ask(entry, OMP_REQ_UNREGISTER, 4);
}

State state() {
  Entry entry;
  State answer{ask(entry, OMP_REQ_STATE, 16), 0, 0};
  memcpy(&answer.state, entry.mem, sizeof answer.state);
  if (entry.returned == 16) memcpy(&answer.wait_id, entry.mem + 8, sizeof answer.wait_id);
  return answer;
}

namespace {

int64_t region_number(int request) {
  Entry entry;
  int code = ask(entry, request, 8);
  if (code == OMP_ERRCODE_THREAD_ERR) return -2;
  int64_t id = -1;
  if (code == OMP_ERRCODE_OK) memcpy(&id, entry.mem, sizeof id);
  return id;
}

}  // namespace

int64_t region() {
  return region_number(OMP_REQ_CURRENT_PRID);
}
int64_t region_around() {
  return region_number(OMP_REQ_PARENT_PRID);
}

void note(OMP_COLLECTORAPI_EVENT event) {
  Seen& seen = g_seen[event];
  State now = state();
  int first = 0;
  if (!seen.state.compare_exchange_strong(first, now.state) && first != now.state) ++seen.other_states;
  seen.wait_id = now.wait_id;
  seen.region = region();
  seen.region_around = region_around();
  ++seen.count;
}

void start_log() {
  for (Seen& seen : g_seen) {
    seen.count = 0;
    seen.state = 0;
    seen.other_states = 0;
    seen.wait_id = 0;
  }
}

void give_up_after_a_minute(const char* what, int& rounds) {
  usleep(1000);
  if (++rounds < 60000) return;
  fprintf(stderr, "waited a minute for: %s\n", what);
  _exit(1);
}

void expect(const char* file, int line, const char* what, long long actual, long long expected) {
  if (actual == expected) return;
  ++g_failures;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
}

int failures() {
  return g_failures;
}

}  // namespace client
