// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and unloads a library again and again while a region runs code of it. Argument 1: the library.
#include <dlfcn.h>
#include <stdio.h>

#include "clock.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  int loads = 0;
  const double end = now() + 1.5;
  while (now() < end) {
    void* library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    double (*spin)(double) = (double (*)(double))dlsym(library, "plugin_spin");
    double total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
    total += spin(loads % 20 == 0 ? 0.03 : 0.0002);
    dlclose(library);
    loads++;
  }
  printf("loads %d\n", loads > 20);
  return 0;
}
