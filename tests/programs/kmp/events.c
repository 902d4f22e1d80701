// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// What a tool sees of constructs that GCC expands in place and Clang does not: static loops with all their
// chunks, sections, the end of single, masked, flush, reductions, and which barrier is whose.
#include <dlfcn.h>
#include <omp.h>
#include <string.h>

#include "check.h"

static const char* (*taken)(void);
static int (*shared_an_address)(void);

// Runs again with the tool, which lies beside the program; 0: some other tool listens.
static int find_tool(char** arguments) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
  CHECK(length > 0);
  path[length] = 0;
  strcpy(strrchr(path, '/'), "/events_plugin.so");
  if (getenv("OMP_TOOL_LIBRARIES") == NULL) {
    setenv("OMP_TOOL_LIBRARIES", path, 1);
    execv("/proc/self/exe", arguments);
    CHECK(!"execv came back");
  }
  omp_get_max_threads();
  void* tool = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  if (tool == NULL) return 0;
  taken = (const char* (*)(void))dlsym(tool, "events_taken");
  shared_an_address = (int (*)(void))dlsym(tool, "events_shared_an_address");
  CHECK(taken != NULL && shared_an_address != NULL);
  return 1;
}

static void expect(const char* wanted) {
  if (taken == NULL) return;
  const char* got = taken();
  if (strcmp(got, wanted) == 0) return;
  fprintf(stderr, "the events of thread %d of %d are '%s', expected '%s'\n", omp_get_thread_num(),
          omp_get_num_threads(), got, wanted);
  check_leave();
}

static void forget(void) {
  if (taken != NULL) taken();
}

static void static_loops(int count) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), threads = omp_get_num_threads();
    char wanted[4096];
    forget();
#pragma omp for nowait
    for (int i = 0; i < count; i++) busy(1);
    const int share = count / threads, rest = count % threads;
    const int begin = me * share + (me < rest ? me : rest), size = share + (me < rest);
    int end = sprintf(wanted, "static(%d ", count);
    if (size > 0) end += sprintf(wanted + end, "%d+%d ", begin, size);
    sprintf(wanted + end, "static)%d ", count);
    expect(wanted);

#pragma omp for schedule(static, 3)
    for (int i = 0; i < count; i++) busy(1);
    end = sprintf(wanted, "static(%d ", count);
    for (int i = 3 * me; i < count; i += 3 * threads)
      end += sprintf(wanted + end, "%d+%d ", i, count - i < 3 ? count - i : 3);
    sprintf(wanted + end, "static)%d implicit ", count);
    expect(wanted);
  }
}

static void reductions(void) {
  int sum = 0;
#pragma omp parallel
  {
    forget();
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < omp_get_num_threads(); i++) sum++;
    char wanted[200];
    const int threads = omp_get_num_threads();
    sprintf(wanted, "static(%d %d+1 static)%d reduction( reduction) ", threads, omp_get_thread_num(),
            threads);
    expect(wanted);
  }
  CHECK_EQ(sum, omp_get_max_threads());
}

static void one_thread_constructs(void) {
  int executors = 0, ran = 0;
#pragma omp parallel
  {
    forget();
#pragma omp single nowait
    {
      expect("single(1 ");
      executors++;
      __atomic_store_n(&ran, 1 + omp_get_thread_num(), __ATOMIC_SEQ_CST);
    }
#pragma omp barrier
    expect(ran == 1 + omp_get_thread_num() ? "single)1 barrier " : "other( other) barrier ");

#pragma omp masked filter(1)
    busy(1);
#pragma omp master
    busy(1);
    expect(omp_get_thread_num() < 2 ? "masked( masked) " : "");
#pragma omp flush
    expect("flush ");
#pragma omp single
    executors++;
    const char* got = taken != NULL ? taken() : "other( other) implicit ";
    CHECK(strcmp(got, "single(1 single)1 implicit ") == 0 || strcmp(got, "other( other) implicit ") == 0);
  }
  CHECK_EQ(executors, 2);
}

static void sections(void) {
  int ran = 0, seen = 0;
#pragma omp parallel
  {
    forget();
#pragma omp sections
    {
      __atomic_add_fetch(&ran, 1, __ATOMIC_SEQ_CST);
#pragma omp section
      __atomic_add_fetch(&ran, 2, __ATOMIC_SEQ_CST);
#pragma omp section
      busy(1);
    }
    const char* got = taken != NULL ? taken() : "sections(3 sections)3 implicit ";
    CHECK(strncmp(got, "sections(3 ", 11) == 0);
    CHECK(strstr(got, "sections)3 implicit ") != NULL);
    for (; (got = strstr(got, "section ")) != NULL; got++) __atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST);
  }
  CHECK_EQ(ran, 3);
  if (taken != NULL) CHECK_EQ(seen, 3);
}

static void distribute(void) {
  if (taken != NULL) taken();
#pragma omp teams num_teams(2)
#pragma omp distribute
  for (int i = 0; i < 10; i++) busy(1);
  // The teams take turns on this thread; their own barriers are not this program's concern.
  const char* wanted = "distribute(10 0+5 distribute)10 ";
  if (taken != NULL) CHECK(strncmp(taken(), wanted, strlen(wanted)) == 0);
}

int main(int count, char** arguments) {
  find_tool(arguments);
  for (int n = 0; n < 40; n += n < 10 ? 1 : 13) static_loops(n == 0 ? 1 : n);
  reductions();
  one_thread_constructs();
  sections();
  distribute();
  if (taken != NULL) {
#pragma omp parallel
    CHECK(!shared_an_address());
  }
  return 0;
}
