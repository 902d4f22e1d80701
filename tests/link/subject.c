// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with a parallel region that says which OpenMP runtimes are in its process. With the argument
// `late` it also opens libomp.so, as libraries do that look for the runtime by this name.
//
// stdout: one line per mapped file that is an OpenMP runtime by name or is Limpid's; then `late same` if what
// it opened is the object that its own calls go to, `late answers` if it is another that hands out the same
// functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

int omp_get_thread_num(void);
int omp_get_num_places(void);

static int show_runtime(struct dl_phdr_info* info, size_t size, void* data) {
  const char* slash = strrchr(info->dlpi_name, '/');
  const char* name = slash == NULL ? info->dlpi_name : slash + 1;
  (void)size, (void)data;
  if (strstr(name, "libgomp") || strstr(name, "libomp") || strstr(name, "libiomp") || strstr(name, "limpid"))
    printf("%s\n", info->dlpi_name);
  return 0;
}

static int open_late(void) {
  void* handle = dlopen("libomp.so", RTLD_LAZY | RTLD_GLOBAL);
  if (handle == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  struct link_map* map = NULL;
  Dl_info mine;
  void* function = dlsym(handle, "omp_get_thread_num");
  if (function != dlsym(RTLD_DEFAULT, "omp_get_thread_num") || dladdr(function, &mine) == 0 ||
      dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
    return fprintf(stderr, "libomp.so is another runtime\n"), 1;
  printf("late %s\n", (ElfW(Addr))mine.dli_fbase == map->l_addr ? "same" : "answers");
  return 0;
}

int main(int argc, char** argv) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1 + omp_get_thread_num();
  if (sum != 6) return fprintf(stderr, "three threads sum up to 6, not %d\n", sum), 1;
  if (omp_get_num_places() < 0) return 1;
  int failed = argc > 1 && strcmp(argv[1], "late") == 0 ? open_late() : 0;
  dl_iterate_phdr(show_runtime, NULL);
  return failed;
}
