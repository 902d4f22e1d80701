// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 4 8
// Ten thousand kernels in chains of dependences: each is launched once and in its order, the chains' kernels are on
// their devices at once, and the thread that met the constructs goes on meanwhile. One program for both compilers;
// GCC's plug-in has one kernel at a time on a device, so a chain has one of its own there.
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"
#include "fake_cuda.h"

enum { kMostChains = 4, kKernels = 10000, kSideBySide = 1000 };

static int chains, devices;
static int sums[kMostChains];
static atomic_int host_went_on;

static void launch(int* sum, int device) {
#pragma omp target nowait map(tofrom : sum [0:1]) depend(inout : sum[0]) device(device)
  sum[0]++;
}

static void await_in_flight(void) {
  while (kernels_launched() - kernels_ended() < chains) sched_yield();
}

// As long as no chain can have ended, a kernel ends only while those of all chains are on their devices.
static void* device_side(void* nothing) {
  (void)nothing;
  while (!atomic_load(&host_went_on)) sched_yield();
  for (int i = 0; i < kSideBySide; i++) {
    await_in_flight();
    const int before = kernels_ended();
    let_kernels_end(1);
    while (kernels_ended() == before) sched_yield();
  }
  let_kernels_end(kKernels);
  return NULL;
}

int main(void) {
  pthread_t device;
  let_kernels_end(0);
  devices = omp_get_num_devices();
  CHECK(devices > 0);
  chains = devices > 1 ? devices : kMostChains;
  CHECK(chains <= kMostChains);
  const int links = kKernels / chains + 1;
  CHECK_EQ(pthread_create(&device, NULL, device_side, NULL), 0);
#pragma omp parallel
#pragma omp single
  {
    for (int chain = 0; chain < chains; chain++) launch(&sums[chain], chain % devices);
    await_in_flight();  // and passes no task scheduling point
    CHECK_EQ(kernels_launched(), chains);
    for (int chain = 0; chain < chains; chain++) CHECK_EQ(sums[chain], 0);
    atomic_store(&host_went_on, 1);
    for (int link = 1; link < links; link++)
      for (int chain = 0; chain < chains; chain++) launch(&sums[chain], chain % devices);
  }
  pthread_join(device, NULL);
  for (int chain = 0; chain < chains; chain++) CHECK_EQ(sums[chain], links);
  CHECK_EQ(kernels_launched(), chains * links);
  CHECK_EQ(kernels_ended(), chains * links);
  CHECK_EQ(most_kernels_at_once(), chains);
  return 0;
}
