// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and unloads a library again and again while a region runs code of it. Argument 1: the library. Where
// time is a script, each region is a step; else it takes a moment.
#include "steps.h"

#include <dlfcn.h>

enum { kStep = 10, kRealLoads = 600, kScriptedLoads = 20 };

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  steps_script = steps_find();
  const int loads = steps_script != NULL ? kScriptedLoads : kRealLoads;
  for (int i = 0; i < loads; i++) {
    void* library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    double (*spin)(long) = (double (*)(long))dlsym(library, "plugin_spin");
    void (*stand)(int) = (void (*)(int))dlsym(library, "plugin_stand");
    double total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
    {
      if (steps_script != NULL)
        stand(kStep);
      else
        total += spin(i % 20 == 0 ? 10000000 : 60000);
    }
    dlclose(library);
  }
  printf("named %d\n", 2 * loads * kStep);
  return 0;
}
