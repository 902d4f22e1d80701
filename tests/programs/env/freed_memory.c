// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LIMPID_FREED_MEMORY: memory that is freed and allocated again and again keeps its pages, or goes back each time.
//
// threads: 2
#include <omp.h>
#include <sys/resource.h>

#include "again.h"

enum { kBlocks = 100, kBytes = 100 * 1024, kPage = 4096, kRounds = 20 };

// Blocks at the end of the heap.
static void use_memory(void) {
  char* blocks[kBlocks];
  for (int i = 0; i < kBlocks; i++) {
    blocks[i] = malloc(kBytes);
    for (int at = 0; at < kBytes; at += kPage) ((volatile char*)blocks[i])[at] = 1;
  }
  for (int i = 0; i < kBlocks; i++) free(blocks[i]);
}

static long page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// Page faults in the later rounds.
static long run_rounds(void) {
#pragma omp parallel
  omp_get_thread_num();
  use_memory();
  const long before = page_faults();
  for (int round = 0; round < kRounds; round++) use_memory();
  return page_faults() - before;
}

static long faults_with(const char* setting) {
  const char* settings[] = {setting, NULL};
  CHECK_EQ(run_again("count", settings), 0);
  return strtol(printed, NULL, 10);
}

int main(int argc, char** argv) {
  if (argc > 1) {
    fprintf(stderr, "%ld\n", run_rounds());
    return 0;
  }
  const long all = (long)kRounds * kBlocks * kBytes / kPage;
  CHECK(faults_with("OMP_DYNAMIC=false") < all / 10);
  CHECK(faults_with("LIMPID_FREED_MEMORY=keep") < all / 10);
  CHECK(faults_with("LIMPID_FREED_MEMORY=return") > all / 2);
  CHECK_EQ(run_with("count", "LIMPID_FREED_MEMORY=burn"), 0);
  expect_text("LIMPID_FREED_MEMORY=burn", "expected KEEP or RETURN; using the default (KEEP)");
  return 0;
}
