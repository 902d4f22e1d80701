// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program without OpenMP loads a library that uses it, calls it from its own threads, and unloads it in the
// end.
//
// build: no-openmp
// libgomp: crashes sometimes, its workers are still inside of it when it is unmapped.
#include <pthread.h>

#include "plugin.h"

static TeamSize* team_size;

static void* call(void* argument) {
  for (int i = 1; i < 6; i++) CHECK_EQ(team_size(i), i);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int round = 0; round < 5; round++) {
    void* library = load_plugin();
    team_size = (TeamSize*)dlsym(library, "plugin_team_size");
    Sum* sum = (Sum*)dlsym(library, "plugin_sum");
    CHECK(team_size && sum);
    CHECK_EQ(sum(100), 4950 + 100);
    for (int i = 0; i < 4; i++) CHECK_EQ(pthread_create(&threads[i], NULL, call, NULL), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    dlclose(library);
    busy(1000);
  }
  return 0;
}
