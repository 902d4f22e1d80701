// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions for the collector of early_collector.cc, which is linked, or loaded if its path is given. There are
// workers between regions when the process ends, and a region of another thread: its FORK is being told when
// exit() runs, and its threads leave it when the collector has been destroyed.
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "early_end.h"

constinit EarlyEnd g_end{};

namespace {

int members_of_regions() {
  int members = 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(4) reduction(+ : members)
    ++members;
  }
  return members;
}

void* open_last_region(void*) {
  g_end.next_fork_stays = true;
#pragma omp parallel num_threads(2)
  await(g_end.destroyed);
  g_end.last_region_left = true;
  return nullptr;
}

bool load(const char* library) {
  if (dlopen(library, RTLD_NOW) != nullptr) return true;
  fprintf(stderr, "%s\n", dlerror());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  int members = members_of_regions();
  if (argc == 2 && !load(argv[1])) return 1;
  members += members_of_regions();
  atexit([] { g_end.begun = true; });  // called first, as the last that was registered
  pthread_t thread;
  if (pthread_create(&thread, nullptr, open_last_region, nullptr) != 0) return 1;
  await(g_end.in_callback);
  return members == 24 ? 0 : 1;
}
