// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each OMP_* variable with right values: what the routines and regions show of it.
//
// libgomp: refuses the form MEMSPACE:TRAITS of OMP_ALLOCATOR.
// threads: 2
#include <omp.h>

#include "again.h"

static void report(void) {
  omp_sched_t kind;
  int chunk, size = 0, nested = 0;
  omp_get_schedule(&kind, &chunk);
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
#pragma omp parallel
    {
#pragma omp single nowait
      if (omp_get_ancestor_thread_num(1) == 0) nested = omp_get_num_threads();
    }
  }
  printf("threads=%d team=%d nested=%d dynamic=%d levels=%d limit=%d ", omp_get_max_threads(), size, nested,
         omp_get_dynamic(), omp_get_max_active_levels(), omp_get_thread_limit());
  printf("monotonic=%d schedule=%d,%d bind=%d cancel=%d priority=%d ", (unsigned)kind >> 31,
         (int)((unsigned)kind & 0x7fffffffu), chunk, (int)omp_get_proc_bind(), omp_get_cancellation(),
         omp_get_max_task_priority());
  printf("device=%d teams=%d teamlimit=%d allocator=%lu\n", omp_get_default_device(), omp_get_max_teams(),
         omp_get_teams_thread_limit(), (unsigned long)omp_get_default_allocator());
}

// Settings separated by spaces, and what the report must then contain.
static const char* const kCases[][2] = {
    {"OMP_NUM_THREADS=5", "threads=5 team=5 nested=1"},
    {"OMP_NUM_THREADS=\t3\t", "threads=3 team=3"},
    {"OMP_NUM_THREADS=3,2", "threads=3 team=3 nested=2"},
    {"OMP_NUM_THREADS=2,3,1 OMP_MAX_ACTIVE_LEVELS=1", "threads=2 team=2 nested=1"},
    {"OMP_DYNAMIC=true", "dynamic=1"},
    {"OMP_DYNAMIC=FALSE", "dynamic=0"},
    {"OMP_MAX_ACTIVE_LEVELS=3", "levels=3"},
    {"OMP_THREAD_LIMIT=3 OMP_NUM_THREADS=8", "threads=8 team=3"},
    {"OMP_THREAD_LIMIT=7", "limit=7"},
    {"OMP_SCHEDULE=dynamic", "schedule=2,1"},
    {"OMP_SCHEDULE=static", "schedule=1,"},
    {"OMP_SCHEDULE=guided,12", "schedule=3,12"},
    {"OMP_SCHEDULE=AUTO", "schedule=4,"},
    {"OMP_SCHEDULE=static,5", "schedule=1,5"},
    {"OMP_SCHEDULE=monotonic:dynamic,4", "monotonic=1 schedule=2,4"},
    {"OMP_SCHEDULE=nonmonotonic:guided,2", "monotonic=0 schedule=3,2"},
    {"OMP_PROC_BIND=true", "bind=1"},
    {"OMP_PROC_BIND=spread", "bind=4"},
    {"OMP_PROC_BIND=close,spread", "bind=3"},
    {"OMP_PROC_BIND=master", "bind=2"},
    {"OMP_PROC_BIND=PRIMARY", "bind=2"},
    {"OMP_PROC_BIND=false", "bind=0"},
    {"OMP_CANCELLATION=true", "cancel=1"},
    {"OMP_CANCELLATION=false", "cancel=0"},
    {"OMP_MAX_TASK_PRIORITY=40", "priority=40"},
    {"OMP_DEFAULT_DEVICE=2", "device=2"},
    {"OMP_NUM_TEAMS=6", "teams=6"},
    {"OMP_TEAMS_THREAD_LIMIT=9", "teamlimit=9"},
    {"OMP_ALLOCATOR=omp_high_bw_mem_alloc", "allocator=4"},
    {"OMP_ALLOCATOR=omp_large_cap_mem_space:alignment=64,pool_size=1000000", "threads="},
    {"OMP_WAIT_POLICY=active", "threads="},
    {"OMP_WAIT_POLICY=Passive OMP_NUM_THREADS=4", "team=4"},
    {"OMP_STACKSIZE=2M OMP_NUM_THREADS=4", "team=4"},
    {"OMP_STACKSIZE=4096k", "threads="},
    {"OMP_STACKSIZE=3000000B", "threads="},
    {"OMP_TARGET_OFFLOAD=disabled", "threads="},
    {"OMP_TARGET_OFFLOAD=DEFAULT", "threads="},
    {"OMP_TOOL=disabled OMP_NUM_THREADS=2", "team=2"},
    {"OMP_DEBUG=disabled", "threads="},
    {"OMP_DISPLAY_AFFINITY=false", "threads="},
    {"OMP_PLACES=cores OMP_NUM_THREADS=3", "team=3"},
    {"OMP_PLACES=threads(1)", "threads="},
    {"OMP_PLACES={0}:1", "threads="},
};

int main(int argc, char** argv) {
  if (argc > 1) return report(), 0;
  for (unsigned i = 0; i < sizeof kCases / sizeof *kCases; i++) {
    char copy[256];
    const char* settings[8] = {NULL};
    snprintf(copy, sizeof copy, "%s", kCases[i][0]);
    int count = 0;
    for (char* word = strtok(copy, " "); word; word = strtok(NULL, " ")) settings[count++] = word;
    CHECK_EQ(run_again("report", settings), 0);
    expect_text(kCases[i][0], kCases[i][1]);
    if (strchr(printed, '\n') != printed + strlen(printed) - 1) {
      fprintf(stderr, "with '%s' something else was printed:\n%s", kCases[i][0], printed);
      check_leave();
    }
  }
  return 0;
}
