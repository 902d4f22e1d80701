// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collector in a library whose constructor is the first in the process to use OpenMP, so that its
// destructor runs before the runtime has ended its workers: nothing may be called from then on.
#include <dlfcn.h>
#include <omp.h>
#include <omp_collector_api.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<int> g_events{0};
std::atomic<bool> g_gone{false};

void on_event(OMP_COLLECTORAPI_EVENT event) {
  ++g_events;
  if (!g_gone) return;
  fprintf(stderr, "event %d after the collector's destructor\n", event);
  _exit(1);
}

struct Message {
  int bytes, request, error = 0, answer = 0;
};

struct Registration {
  Message head{static_cast<int>(sizeof(Registration)), OMP_REQ_REGISTER};
  int event;
  char callback[sizeof(void*)];
  int end = 0;  // of the list
};

struct Start {
  Message head{static_cast<int>(sizeof(Message)), OMP_REQ_START};
  int end = 0;
};

bool ask(void* list) {
  const auto api = reinterpret_cast<int (*)(void*)>(dlsym(RTLD_DEFAULT, OMP_COLLECTOR_API));
  return api != nullptr && api(list) == 0;
}

__attribute__((constructor)) void begin() {
  if (omp_get_max_threads() < 1) _exit(1);
  Start start;
  if (!ask(&start)) _exit(1);
  for (int event = OMP_EVENT_FORK; event <= OMP_EVENT_THR_END_ATWT; ++event) {
    Registration registration{.event = event, .callback = {}};
    registration.head.bytes = static_cast<int>(offsetof(Registration, end));
    const auto callback = on_event;
    memcpy(registration.callback, &callback, sizeof callback);
    if (!ask(&registration)) _exit(1);
  }
}

__attribute__((destructor)) void finish() {
  g_gone = true;
  if (g_events != 0) return;
  fprintf(stderr, "no events\n");
  _exit(1);
}

}  // namespace
