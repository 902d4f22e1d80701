// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker of the benchmark: runs one construct on whichever OpenMP runtime the loader gave it, on command.
//
//   kernels --list                            one line per construct: name, what one operation is, its transfers, with tabs
//                                             between them
//   kernels --list-inquiries                  the same for what only a tool can ask
//   kernels --once CONSTRUCT THREADS COUNT    run it once, for tools that count from outside
//   kernels --launch CONSTRUCT THREADS COUNT  run it once, then say "NANOSECONDS OPERATIONS LIBRARY" of this one run,
//                                             from the first use of OpenMP on
//   kernels --all THREADS                     say which runtime this is and run every construct a few times
//   kernels CONSTRUCT THREADS                 say which runtime this is, then answer each line "COUNT" on
//                                             standard input with "NANOSECONDS OPERATIONS WAITED EVENTS",
//                                             where WAITED is how long this process's threads, added up, were
//                                             ready to run but had no processor, and EVENTS how many callbacks
//                                             a counting tool saw
#include <dirent.h>
#include <dlfcn.h>
#include <omp.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "kernel.h"
#include "tool_link.h"

thread_local long bench::seen = 0;

namespace {

using bench::Kernel;

template <typename Visit>
void for_each_kernel(Visit visit) {
  for (auto kernels :
       {bench::region_kernels(), bench::loop_kernels(), bench::ordered_kernels(), bench::team_kernels(),
        bench::mutex_kernels(), bench::task_kernels(), bench::depend_kernels(), bench::query_kernels()}) {
    for (const Kernel& kernel : kernels) visit(kernel);
  }
}

const Kernel* find(const char* name) {
  const Kernel* found = nullptr;
  const auto compare = [&](const Kernel& kernel) {
    if (!std::strcmp(kernel.name, name)) found = &kernel;
  };
  for_each_kernel(compare);
  for (const Kernel& kernel : bench::inquiry_kernels()) compare(kernel);
  return found;
}

void print_in_list(const Kernel& kernel) {
  std::printf("%s\t%s\t%d\n", kernel.name, kernel.operation, kernel.transfers);
}

// A positive number, or the end of the process with a message.
long positive(const char* text, const char* what) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || (*end && *end != '\n') || value < 1) {
    std::fprintf(stderr, "bench kernels: %s is \"%s\", expected a positive number\n", what, text);
    std::exit(2);
  }
  return value;
}

long long now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// Runs and verifies; the process ends if the construct did not do what it had to.
void run(const Kernel& kernel, int threads, long repetitions) {
  const long expected = kernel.operations(threads, repetitions);
  const long happened = kernel.run(threads, repetitions);
  if (happened == expected) return;
  std::printf("wrong %s: %ld operations, expected %ld\n", kernel.name, happened, expected);
  std::fflush(stdout);
  std::exit(3);
}

// Nanoseconds that the threads of this process, added up, have waited for a processor since they began.
long long waited() {
  DIR* tasks = opendir("/proc/self/task");
  if (!tasks) return 0;
  long long sum = 0;
  while (const dirent* entry = readdir(tasks)) {
    char path[300];
    std::snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", entry->d_name);
    FILE* file = std::fopen(path, "re");
    if (!file) continue;
    long long ran = 0, wait = 0;
    if (std::fscanf(file, "%lld %lld", &ran, &wait) == 2) sum += wait;
    std::fclose(file);
  }
  closedir(tasks);
  return sum;
}

long events() {
  return limpid_bench_tool_events ? limpid_bench_tool_events() : 0;
}

const char* loaded_runtime() {
  Dl_info info = {};
  dladdr(reinterpret_cast<void*>(&omp_get_thread_num), &info);
  return info.dli_fname ? info.dli_fname : "?";
}

void run_all(int threads) {
  std::printf("runtime %s\n", loaded_runtime());
  for_each_kernel([&](const Kernel& kernel) {
    for (long repetitions = 1; repetitions <= 3; ++repetitions) run(kernel, threads, repetitions);
  });
}

void serve(const Kernel& kernel, int threads) {
  run(kernel, threads, 1);
  std::printf("ready %s\n", loaded_runtime());
  std::fflush(stdout);
  char line[64];
  while (std::fgets(line, sizeof line, stdin)) {
    const long repetitions = positive(line, "the number of repetitions");
    run(kernel, threads, repetitions / 8 + 1);  // wakes the team and warms the caches
    const long long waited_before = waited();
    const long events_before = events();
    const long long begin = now();
    run(kernel, threads, repetitions);
    const long long end = now();
    std::printf("%lld %ld %lld %ld\n", end - begin, kernel.operations(threads, repetitions),
                waited() - waited_before, events() - events_before);
    std::fflush(stdout);
  }
}

// No warm-up: what a program gets that does just this.
void launch(const Kernel& kernel, int threads, long repetitions) {
  const long long begin = now();
  run(kernel, threads, repetitions);
  const long long end = now();
  std::printf("%lld %ld %s\n", end - begin, kernel.operations(threads, repetitions), loaded_runtime());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && !std::strcmp(argv[1], "--list")) {
    for_each_kernel(print_in_list);
    return 0;
  }
  if (argc == 2 && !std::strcmp(argv[1], "--list-inquiries")) {
    for (const Kernel& kernel : bench::inquiry_kernels()) print_in_list(kernel);
    return 0;
  }
  if (argc == 3 && !std::strcmp(argv[1], "--all")) {
    run_all(static_cast<int>(positive(argv[2], "the number of threads")));
    return 0;
  }
  const bool is_launch = argc == 5 && !std::strcmp(argv[1], "--launch");
  const bool once = is_launch || (argc == 5 && !std::strcmp(argv[1], "--once"));
  if (argc != 3 && !once) {
    std::fprintf(stderr,
                 "usage: %s --list | --list-inquiries | --all THREADS | --once CONSTRUCT THREADS COUNT | "
                 "--launch CONSTRUCT THREADS COUNT | CONSTRUCT THREADS\n",
                 argv[0]);
    return 2;
  }
  const char* name = argv[once ? 2 : 1];
  const Kernel* kernel = find(name);
  if (!kernel) {
    std::fprintf(stderr, "bench kernels: no construct is called \"%s\" (see --list)\n", name);
    return 2;
  }
  const int threads = static_cast<int>(positive(argv[once ? 3 : 2], "the number of threads"));
  if (once) {
    const long repetitions = positive(argv[4], "the number of repetitions");
    is_launch ? launch(*kernel, threads, repetitions) : run(*kernel, threads, repetitions);
  } else {
    serve(*kernel, threads);
  }
  return 0;
}
