// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang's part in a library that a program of GCC's loads while it runs.
#include "check.h"
#include "parts.h"

#include <dlfcn.h>

int main(int argc, char** argv) {
  CHECK(argc == 2);
#pragma omp parallel
  busy(10);
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  const struct ClangPart* clang = dlsym(library, "clang_part");
  CHECK(clang != NULL);
  check_one_runtime(clang);
  return 0;
}
