// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong values of OMP_* variables: a message on standard error names variable and value, and the default is
// used.
//
// threads: 2
// libgomp: its messages name the variable, most of them not the value.
#include <omp.h>

#include "again.h"

static const char* const kWrong[] = {
    "OMP_NUM_THREADS=none",
    "OMP_NUM_THREADS=0",
    "OMP_NUM_THREADS=-3",
    "OMP_NUM_THREADS=3,",
    "OMP_NUM_THREADS=4x",
    "OMP_NUM_THREADS=99999999999999999999",
    "OMP_SCHEDULE=sometimes",
    "OMP_SCHEDULE=dynamic,0",
    "OMP_SCHEDULE=dynamic,many",
    "OMP_SCHEDULE=weird:static",
    "OMP_DYNAMIC=perhaps",
    "OMP_PROC_BIND=nowhere",
    "OMP_PROC_BIND=close,nowhere",
    "OMP_PLACES=moons",
    "OMP_PLACES={0",
    "OMP_PLACES={0}:",
    "OMP_PLACES=cores(0)",
    "OMP_STACKSIZE=big",
    "OMP_STACKSIZE=12Q",
    "OMP_STACKSIZE=-5",
    "OMP_WAIT_POLICY=impatient",
    "OMP_MAX_ACTIVE_LEVELS=-1",
    "OMP_MAX_ACTIVE_LEVELS=x",
    "OMP_THREAD_LIMIT=0",
    "OMP_THREAD_LIMIT=few",
    "OMP_CANCELLATION=maybe",
    "OMP_DISPLAY_ENV=loud",
    "OMP_DISPLAY_AFFINITY=2",
    "OMP_DEFAULT_DEVICE=-7",
    "OMP_MAX_TASK_PRIORITY=-1",
    "OMP_TARGET_OFFLOAD=often",
    "OMP_NUM_TEAMS=0",
    "OMP_TEAMS_THREAD_LIMIT=-2",
    "OMP_ALLOCATOR=omp_no_mem_alloc",
    "OMP_ALLOCATOR=omp_default_mem_space:alignment=3",
};

static void report(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  printf("threads=%d schedule=%d dynamic=%d cancel=%d priority=%d device=%d teams=%d\n",
         omp_get_max_threads() == omp_get_num_procs(), (int)kind, omp_get_dynamic(), omp_get_cancellation(),
         omp_get_max_task_priority(), omp_get_default_device(), omp_get_max_teams());
}

int main(int argc, char** argv) {
  if (argc > 1) return report(), 0;
  run_again("report", NULL);
  char defaults[sizeof printed];
  snprintf(defaults, sizeof defaults, "%s", printed);
  for (unsigned i = 0; i < sizeof kWrong / sizeof *kWrong; i++) {
    CHECK_EQ(run_with("report", kWrong[i]), 0);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(kWrong[i], "="), kWrong[i]);
    expect_text(kWrong[i], name);
    expect_text(kWrong[i], strchr(kWrong[i], '=') + 1);
    expect_text(kWrong[i], defaults);
  }
  return 0;
}
