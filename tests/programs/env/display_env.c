// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_DISPLAY_ENV and omp_display_env: the block, the version, each variable of 5.1, their values.
//
// threads: 2
#include <omp.h>

#include "again.h"

static const char* const kNames[] = {
    "OMP_DYNAMIC",          "OMP_NUM_THREADS",     "OMP_SCHEDULE",
    "OMP_PROC_BIND",        "OMP_PLACES",          "OMP_STACKSIZE",
    "OMP_WAIT_POLICY",      "OMP_THREAD_LIMIT",    "OMP_MAX_ACTIVE_LEVELS",
    "OMP_CANCELLATION",     "OMP_DEFAULT_DEVICE",  "OMP_MAX_TASK_PRIORITY",
    "OMP_DISPLAY_AFFINITY", "OMP_AFFINITY_FORMAT", "OMP_ALLOCATOR",
    "OMP_TARGET_OFFLOAD",   "OMP_NUM_TEAMS",       "OMP_TEAMS_THREAD_LIMIT",
};

// A line "NAME = 'START…", with or without spaces and device before it.
static void expect_value(const char* how, const char* name, const char* start) {
  for (const char* at = printed; (at = strstr(at, name)); at++) {
    const char* rest = at + strlen(name);
    rest += strspn(rest, " =");
    if (rest[0] == '\'' && !strncmp(rest + 1, start, strlen(start))) return;
  }
  fprintf(stderr, "with '%s' the output lacks %s = '%s:\n%s\n", how, name, start, printed);
  check_leave();
}

static void check_block(const char* how) {
  expect_text(how, "OPENMP DISPLAY ENVIRONMENT BEGIN");
  expect_text(how, "OPENMP DISPLAY ENVIRONMENT END");
  expect_value(how, "_OPENMP", "20");
  for (unsigned i = 0; i < sizeof kNames / sizeof *kNames; i++) expect_value(how, kNames[i], "");
}

int main(int argc, char** argv) {
  if (argc > 1) {
    if (!strcmp(argv[1], "display")) omp_display_env(0);
    if (!strcmp(argv[1], "verbose")) omp_display_env(1);
#pragma omp parallel
    omp_get_thread_num();
    return 0;
  }
  CHECK_EQ(run_again("plain", NULL), 0);
  CHECK_EQ(strlen(printed), 0);
  CHECK_EQ(run_with("plain", "OMP_DISPLAY_ENV=true"), 0);
  check_block("OMP_DISPLAY_ENV=true");
  CHECK_EQ(run_with("plain", "OMP_DISPLAY_ENV=VERBOSE"), 0);
  check_block("OMP_DISPLAY_ENV=VERBOSE");
  CHECK_EQ(run_with("plain", "OMP_DISPLAY_ENV=false"), 0);
  CHECK_EQ(strlen(printed), 0);
  CHECK_EQ(run_again("display", NULL), 0);
  check_block("omp_display_env(0)");
  CHECK_EQ(run_again("verbose", NULL), 0);
  check_block("omp_display_env(1)");
  const char* settings[] = {"OMP_NUM_THREADS=3,2", "OMP_SCHEDULE=guided,4", "OMP_CANCELLATION=true",
                            "OMP_DISPLAY_ENV=TRUE", NULL};
  CHECK_EQ(run_again("plain", settings), 0);
  expect_value("settings", "OMP_NUM_THREADS", "3,2'");
  expect_value("settings", "OMP_CANCELLATION", "TRUE'");
  return 0;
}
