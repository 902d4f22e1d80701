// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plays the rounds of an online clustering: one region, in each round a little work between barriers, and one thread
// that decides what all of them do next.
#include <omp.h>

#include "app.h"

enum { kDimensions = 16, kMostThreads = 1024 };
static const long kPriceOfCenter = 60000;

static int points;
static int* coordinates;   // whole numbers, so that sums do not depend on their order
static int* center_of;     // of each point
static long* distance_to;  // its center, squared
static int centers;

// What the threads tell the one that decides; each its own cache line.
static struct { _Alignas(64) long saved; } told[kMostThreads];
static int opens;  // what was decided

static long distance(int a, int b) {
  const int *p = coordinates + a * kDimensions, *q = coordinates + b * kDimensions;
  int sum = 0;
  for (int d = 0; d < kDimensions; ++d) sum += (p[d] - q[d]) * (p[d] - q[d]);
  return sum;
}

static long saved_by(int candidate, int begin, int end) {
  long saved = 0;
  for (int i = begin; i < end; ++i) {
    const long now = distance(i, candidate);
    if (now < distance_to[i]) saved += distance_to[i] - now;
  }
  return saved;
}

static void move_to(int candidate, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    const long now = distance(i, candidate);
    if (now >= distance_to[i]) continue;
    distance_to[i] = now;
    center_of[i] = candidate;
  }
}

static void decide(int threads) {
  long saved = -kPriceOfCenter;
  for (int t = 0; t < threads; ++t) saved += told[t].saved;
  opens = saved > 0;
  centers += opens;
}

static void begin_with_first_point(void) {
  centers = 1;
  for (int i = 0; i < points; ++i) {
    center_of[i] = 0;
    distance_to[i] = distance(i, 0);
  }
}

static void play(int rounds) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = (int)((long)points * me / threads), end = (int)((long)points * (me + 1) / threads);
    for (int round = 0; round < rounds; ++round) {
      const int candidate = (int)(mixed(round) % points);
      told[me].saved = saved_by(candidate, begin, end);
#pragma omp barrier
      if (me == 0) decide(threads);
#pragma omp barrier
      if (opens) move_to(candidate, begin, end);
#pragma omp barrier
    }
  }
}

// What distinguishes one clustering from another.
static unsigned long fingerprint(void) {
  unsigned long sum = centers;
  for (int i = 0; i < points; ++i) sum = mixed(sum + distance_to[i] * 31 + center_of[i]);
  return sum;
}

int main(int argc, char** argv) {
  const int tiny = is_tiny(argc, argv), rounds = tiny ? 100 : 36000, checked = rounds / 20;
  points = tiny ? 500 : 2000;
  coordinates = malloc(sizeof *coordinates * points * kDimensions);
  center_of = malloc(sizeof *center_of * points);
  distance_to = malloc(sizeof *distance_to * points);
  if (!coordinates || !center_of || !distance_to) abort();
  for (int i = 0; i < points * kDimensions; ++i) coordinates[i] = (int)(mixed(i) % 100);
  // A part of the rounds once more by one thread: the result must be the same.
  begin_with_first_point();
  play(checked);
  const unsigned long by_all = fingerprint();
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  begin_with_first_point();
  play(checked);
  const int right = by_all == fingerprint() && centers > 1;
  omp_set_num_threads(threads);
  begin_with_first_point();
  play(rounds);
  for (int i = 0; i < points; ++i) {
    if (distance_to[i] != distance(i, center_of[i])) return ended(argv[0], 0);
  }
  return ended(argv[0], right);
}
