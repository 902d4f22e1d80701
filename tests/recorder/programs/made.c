// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that the program makes while it runs, and names in /tmp/perf-PID.map: functions without an unwind table that call
// what they are given, in the ways that interpreters and just-in-time compilers do it. The first of them calls a function
// of the program with a region, in which each thread calls through each of the others. Removes the file with "none".
#include "steps.h"

#include <omp.h>
#include <stdint.h>
#include <sys/mman.h>

typedef void (*Made)(void (*function)(int), int argument);

// sub $8,%rsp; mov %rdi,%rax; mov %esi,%edi; call *%rax; add $8,%rsp; ret
static const unsigned char kTrampoline[] = {0x48, 0x83, 0xec, 0x08, 0x48, 0x89, 0xf8, 0x89,
                                            0xf7, 0xff, 0xd0, 0x48, 0x83, 0xc4, 0x08, 0xc3};
// push %rbx; mov %rdi,%rbx; mov %esi,%edi; call *%rbx; pop %rbx; ret
static const unsigned char kPops[] = {0x53, 0x48, 0x89, 0xfb, 0x89, 0xf7, 0xff, 0xd3, 0x5b, 0xc3};
// push %rbp; mov %rsp,%rbp; push %rbx; sub $24,%rsp; mov %rdi,%rbx; mov %esi,%edi; call *%rbx; nop; mov -8(%rbp),%rbx;
// leave; ret
static const unsigned char kFramed[] = {0x55, 0x48, 0x89, 0xe5, 0x53, 0x48, 0x83, 0xec,
                                        0x18, 0x48, 0x89, 0xfb, 0x89, 0xf7, 0xff, 0xd3,
                                        0x90, 0x48, 0x8b, 0x5d, 0xf8, 0xc9, 0xc3};

enum { kStep = 10, kSteps = 6, kThreads = 2 };

static FILE* names;
static unsigned char* room;
static Made inner[4];
static unsigned f_ms;
static volatile int sink;

static Made make(const unsigned char* code, size_t bytes, const char* name) {
  unsigned char* const at = room;
  memcpy(at, code, bytes);
  room += bytes;
  // What was at this place before.
  fprintf(names, "%lx %zx not_this_one\n", (unsigned long)at, bytes);
  fprintf(names, "%lx %zx %s\n", (unsigned long)at, bytes, name);
  return (Made)(uintptr_t)at;
}

static __attribute__((noinline)) void f(int threads) {
  STEP_TOGETHER(threads, kStep);
  __atomic_fetch_add(&f_ms, kStep, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) void through_both(int threads) {
  inner[2](f, threads);
  sink++;
}

static __attribute__((noinline)) void region(int threads) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < kSteps; i++) {
    inner[0](f, threads);
    inner[1](f, threads);
    inner[3](through_both, threads);
  }
  sink++;
}

int main(int argc, char** argv) {
  steps_begin();
  char path[64];
  snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
  names = fopen(path, "w");
  room = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (names == NULL || room == MAP_FAILED) return 3;
  const Made outer = make(kTrampoline, sizeof kTrampoline, "py::outer:/home/u/solve.py");
  inner[0] = make(kTrampoline, sizeof kTrampoline, "trampoline");
  inner[1] = make(kPops, sizeof kPops, "pops registers");
  inner[2] = make(kFramed, sizeof kFramed, "framed");
  inner[3] = make(kFramed, sizeof kFramed, "outer framed");
  fprintf(names, "%lx %x unused\n", (unsigned long)room, 16u);
  fclose(names);
  outer(region, kThreads);
  printf("f %u\n", f_ms);
  if (argc > 1 && strcmp(argv[1], "none") == 0) unlink(path);
  return 0;
}
