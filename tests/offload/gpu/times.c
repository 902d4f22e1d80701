// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a trace of device 0 says beside the host's clock. Prints a line for each figure: its name, its value, and what it
// is compared with.
//
// usage: times record|cost|overlap
#include "../device_trace.h"
#include "own_tool.h"

enum { kRepeats = 10, kEmpty = 10000, kCopyInts = 1 << 26 };

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

// A kernel of 50 ms and copies of 256 MiB: by the trace, and as long as the construct took.
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
    print_figure("kernel", last_duration(is_kernel), took);
    double begin = omp_get_wtime();
#pragma omp target update to(data [0:kCopyInts])
    double end = omp_get_wtime();
    print_figure("to", last_duration(is_copy), end - begin);
    begin = omp_get_wtime();
#pragma omp target update from(data [0:kCopyInts])
    end = omp_get_wtime();
    print_figure("from", last_duration(is_copy), end - begin);
    seen_count = operation_count = 0;
  }
  stop(0);
}

static double many(void) {
  const double begin = omp_get_wtime();
  for (int i = 0; i < kEmpty; i++) {
#pragma omp target
    {}
    if (i % 100 == 99) operation_count = 0;
  }
  return omp_get_wtime() - begin;
}

static void forget_records(int device) {
  seen_count = 0;
}

// Kernels that do nothing, with a trace and without, by turns.
static void cost(void) {
  buffer_size = 1 << 16;
  in_completion = forget_records;
  enable(0, ompt_callback_target_submit_emi);
  many();
  for (int i = 0; i < kRepeats; i++) {
    const double without = many();
    start(0);
    const double with = many();
    stop(0);
    print_figure("traced", with, without);
  }
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

int main(int argc, char** argv) {
  CHECK(argc == 2 && omp_get_num_devices() > 0);
  spin(10);
  CHECK(devices_known > 0);
  if (strcmp(argv[1], "record") == 0) record();
  if (strcmp(argv[1], "cost") == 0) cost();
  if (strcmp(argv[1], "overlap") == 0) overlap();
  return 0;
}
