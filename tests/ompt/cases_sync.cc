// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, critical, atomic, locks of every kind.
#include <omp.h>
#include <unistd.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

// In libgomp's header, not in the libgomp of GCC 12.
extern "C" void omp_init_nest_lock_with_hint(omp_nest_lock_t* lock, omp_sync_hint_t hint) noexcept
    __attribute__((weak));

namespace {

volatile int g_sink;

void barrier() {
  for (int threads : {1, 2, 8}) {
    start(kSync | kWait);
#pragma omp parallel num_threads(threads)
    {
      g_sink = 1;
#pragma omp barrier
      g_sink = 2;
    }
    finish();
    for (int index = 0; index < threads; ++index) {
      EXPECT_EVENTS(index,
                    "sync_begin:barrier wait_begin:barrier wait_end:barrier sync_end:barrier "
                    "sync_begin:parallel wait_begin:parallel wait_end:parallel sync_end:parallel");
    }
  }
}

void critical() {
  start(kMutex);
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    g_sink = 1;
#pragma omp critical(named)
    g_sink = 1;
  }
  finish();
  std::string one = "acquire:critical acquired:critical released:critical";
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, one + " " + one);
}

// Too wide for any instruction: the runtime's fallback.
void atomic() {
  long double wide = 0;
  start(kMutex);
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    wide += 1;
  }
  finish();
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, "acquire:atomic acquired:atomic released:atomic");
}

void locks() {
  start(kMutex);
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  EXPECT_EQ(omp_test_lock(&lock), 0);
  omp_unset_lock(&lock);
  EXPECT_EQ(omp_test_lock(&lock), 1);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  finish();
  EXPECT_EVENTS(0,
                "lock_init:lock acquire:lock acquired:lock acquire:test_lock released:lock "
                "acquire:test_lock acquired:test_lock released:lock lock_destroy:lock");
}

void nest_locks() {
  start(kMutex);
  omp_nest_lock_t lock;
  omp_init_nest_lock_with_hint(&lock, omp_sync_hint_uncontended);
  omp_set_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  EXPECT_EQ(omp_test_nest_lock(&lock), 3);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  EXPECT_EQ(omp_test_nest_lock(&lock), 1);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  finish();
  EXPECT_EVENTS(0,
                "lock_init:nest_lock acquire:nest_lock acquired:nest_lock acquire:nest_lock nest_begin "
                "acquire:test_nest_lock nest_begin nest_end nest_end released:nest_lock "
                "acquire:test_nest_lock acquired:test_nest_lock released:nest_lock lock_destroy:nest_lock");
}

}  // namespace

void sync_cases() {
  barrier();
  critical();
  atomic();
  locks();
  nest_locks();
}
