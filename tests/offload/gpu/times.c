// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a trace of device 0 says beside CUDA events and the host's clock. Prints a line for each figure: its name, its value,
// and what it is compared with.
//
// usage: times record|cost|overlap|kernels|empty
#include <dlfcn.h>

#include "../device_trace.h"
#ifndef WITHOUT_TOOL
#include "own_tool.h"
#endif

enum { kRepeats = 10, kMany = 10000, kTurn = 500, kWarm = 100, kCopyInts = 1 << 26 };

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  register_callbacks(lookup);
  return 1;
}

static void finalize(ompt_data_t* data) {}

static double spin(long rounds) {
  double x = 1;
  const double begin = omp_get_wtime();
#pragma omp target map(tofrom : x) firstprivate(rounds)
  for (long i = 0; i < rounds; i++) x = x * 1.0000001 + 0.5;
  CHECK(x > 1);
  return omp_get_wtime() - begin;
}

// So many rounds that a kernel takes as long, at least.
static long rounds_for(double seconds) {
  long rounds = 1000;
  while (spin(rounds) < seconds) rounds *= 2;
  return rounds;
}

static double last_duration(int (*is)(const Seen*)) {
  flush(0);
  for (int i = seen_count - 1; i >= 0; i--) {
    if (!is(&seen[i])) continue;
    const ompt_device_time_t end = is_kernel(&seen[i]) ? seen[i].ompt.record.target_kernel.end_time
                                                       : seen[i].ompt.record.target_data_op.end_time;
    return devices[0].translate(devices[0].handle, end) -
           devices[0].translate(devices[0].handle, seen[i].ompt.time);
  }
  fprintf(stderr, "no record came\n");
  check_leave();
  return 0;
}

static void print_figure(const char* name, double value, double beside) {
  printf("%s %.6f %.6f\n", name, value, beside);
}

enum { kKernel, kToDevice, kFromDevice };

// By the events of event_times.c, where it stands between the engine and the driver; else negative.
static double event_time(int kind) {
  static double (*ask)(int);
  static const char* const names[] = {"libcuda.so", "libcuda.so.1"};  // as LLVM's engine and GCC's call it
  for (int i = 0; !ask && i < 2; i++) {
    void* const driver = dlopen(names[i], RTLD_NOW | RTLD_NOLOAD);
    if (driver) ask = (double (*)(int))dlsym(driver, "event_time");
  }
  return ask ? ask(kind) : -1;
}

static void print_duration(const char* name, const char* construct, int kind, double traced, double took) {
  const double by_event = event_time(kind);
  if (by_event >= 0) print_figure(name, traced, by_event);
  print_figure(construct, traced, took);
}

// A kernel of 50 ms and copies of 256 MiB: by the trace, by events, and as long as the construct took.
static void record(void) {
  const long rounds = rounds_for(0.05);
  int* const data = malloc(kCopyInts * sizeof(int));
  memset(data, 1, kCopyInts * sizeof(int));
#pragma omp target enter data map(to : data [0:kCopyInts])
  enable(0, ompt_callback_target_submit_emi);
  enable(0, ompt_callback_target_data_op_emi);
  start(0);
  for (int i = 0; i < kRepeats; i++) {
    const double took = spin(rounds);
    print_duration("kernel", "kernel's_construct", kKernel, last_duration(is_kernel), took);
    double begin = omp_get_wtime();
#pragma omp target update to(data [0:kCopyInts])
    double end = omp_get_wtime();
    print_duration("to", "to's_construct", kToDevice, last_duration(is_copy), end - begin);
    begin = omp_get_wtime();
#pragma omp target update from(data [0:kCopyInts])
    end = omp_get_wtime();
    print_duration("from", "from's_construct", kFromDevice, last_duration(is_copy), end - begin);
    seen_count = operation_count = 0;
  }
  stop(0);
}

// Kernels of so many rounds; 0: they do nothing, without data.
static double kernels_of(long rounds, int count) {
  const double begin = omp_get_wtime();
  for (int i = 0; i < count; i++) {
    if (rounds > 0) {
      spin(rounds);
    } else {
#pragma omp target
      {}
    }
    if (i % 100 == 99) operation_count = 0;
  }
  return omp_get_wtime() - begin;
}

static void forget_records(int device) {
  seen_count = 0;
}

static double a_turn(int traced, long rounds) {
  if (traced) start(0);
  kernels_of(rounds, kWarm);
  const double took = kernels_of(rounds, kTurn);
  if (traced) stop(0);
  return took;
}

// Ten thousand kernels with a trace and as many without, in short turns, since a GPU's clock and a virtual machine's
// host change within a second; each comes first as often as second.
static void print_cost(const char* name, long rounds) {
  for (int i = 0; i < kMany / kTurn; i++) {
    const int traced_first = i % 2;
    const double first = a_turn(traced_first, rounds), second = a_turn(!traced_first, rounds);
    print_figure(name, traced_first ? first : second, traced_first ? second : first);
  }
}

// Kernels that do nothing, kernels of 50 us, and these with their copies traced, too.
static void cost(void) {
  buffer_size = 1 << 16;
  in_completion = forget_records;
  enable(0, ompt_callback_target_submit_emi);
  const long rounds = rounds_for(50e-6);
  print_cost("empty", 0);
  print_cost("short", rounds);
  enable(0, ompt_callback_target_data_op_emi);
  print_cost("short_and_copies", rounds);
}

// A kernel of a second and a second of the host's.
static void overlap(void) {
  const long rounds = rounds_for(0.5);
  const double alone = spin(rounds);
  for (int i = 0; i < 3; i++) {
    double x = 1;
    const double begin = omp_get_wtime();
#pragma omp parallel
#pragma omp single
    {
#pragma omp target map(tofrom : x) firstprivate(rounds) nowait
      for (long k = 0; k < rounds; k++) x = x * 1.0000001 + 0.5;
      while (omp_get_wtime() - begin < alone) busy(1000);
    }
    print_figure("overlapped", omp_get_wtime() - begin, alone);
  }
}

// Four kernels of 50 ms with nowait, beside one that is alone.
static void kernels(void) {
  const long rounds = rounds_for(0.05);
  for (int i = 0; i < 5; i++) {
    const double alone = spin(rounds), begin = omp_get_wtime();
    double x[4] = {1, 1, 1, 1};
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < 4; k++) {
      double* const y = &x[k];
#pragma omp target map(tofrom : y [0:1]) firstprivate(rounds) nowait
      for (long round = 0; round < rounds; round++) y[0] = y[0] * 1.0000001 + 0.5;
    }
    print_figure("four", omp_get_wtime() - begin, alone);
  }
}

// Ten thousand kernels that do nothing: each is as many seconds of the figure, for comparison with another runtime.
static void empty(void) {
  kernels_of(0, kMany);
  for (int i = 0; i < kRepeats; i++) print_figure("empty", kernels_of(0, kMany), 1);
}

int main(int argc, char** argv) {
  CHECK(argc == 2 && omp_get_num_devices() > 0);
  spin(10);
  if (strcmp(argv[1], "kernels") == 0) kernels();
  if (strcmp(argv[1], "empty") == 0) empty();
#ifndef WITHOUT_TOOL
  CHECK(devices_known > 0);
#endif
  if (strcmp(argv[1], "record") == 0) record();
  if (strcmp(argv[1], "cost") == 0) cost();
  if (strcmp(argv[1], "overlap") == 0) overlap();
  return 0;
}
