// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See device_library.h. To the runtime it is like LLVM's libomptarget.
#include "device_library.h"

#include <sched.h>
#include <stdint.h>

extern _Bool __kmpc_omp_has_task_team(int32_t);
extern void** __kmpc_omp_get_target_async_handle_ptr(int32_t);
extern int32_t __kmpc_get_target_offload(void);

void __tgt_register_lib(void* images);
void __tgt_target_nowait_query(void** handle);
int omp_get_num_devices(void);
void launch_operation(Operation* operation);
int times_in_vain_here(void) __asm__("times_in_vain");
int pinned_ranges(const void* begin, size_t bytes);
void* llvm_omp_target_lock_mem(void* begin, size_t bytes, int device);
void llvm_omp_target_unlock_mem(void* begin, int device);

static _Thread_local int in_vain;
static atomic_int under_way;

void __tgt_register_lib(void* images) {
  (void)images;
}

int omp_get_num_devices(void) {
  return kDevices;
}

int times_in_vain_here(void) {
  return in_vain;
}

static void await(Operation* operation) {
  while (!atomic_load(&operation->done)) sched_yield();
}

void launch_operation(Operation* operation) {
  atomic_fetch_add(&operation->launches, 1);
  void** handle = __kmpc_omp_has_task_team(0) ? __kmpc_omp_get_target_async_handle_ptr(0) : 0;
  if (handle) {
    CHECK(*handle == 0);
    atomic_fetch_add(&under_way, 1);
    *handle = operation;
    return;
  }
  await(operation);
  atomic_store(&operation->landed, 1);
}

void __tgt_target_nowait_query(void** handle) {
  Operation* operation = *handle;
  CHECK(operation != 0);
  CHECK(atomic_exchange(&operation->asked, 1) == 0);
  if (in_vain > kMostInVain) await(operation);
  const int done = atomic_load(&operation->done);
  atomic_store(&operation->asked, 0);
  if (!done) {
    in_vain++;
    return;
  }
  in_vain /= 2;
  atomic_store(&operation->landed, 1);
  atomic_fetch_sub(&under_way, 1);
  *handle = 0;
}

// Memory that devices may read and write by themselves.
enum { kMostRanges = 10 };
static struct {
  char* begin;
  size_t bytes;
  int device;
} ranges[kMostRanges];

int pinned_ranges(const void* begin, size_t bytes) {
  const char* const wanted = begin;
  int count = 0;
  for (int i = 0; i < kMostRanges; i++)
    count += ranges[i].begin &&
             (!wanted || (wanted >= ranges[i].begin && wanted + bytes <= ranges[i].begin + ranges[i].bytes));
  return count;
}

void* llvm_omp_target_lock_mem(void* begin, size_t bytes, int device) {
  int i = 0;
  while (ranges[i].begin) i++;
  CHECK(i < kMostRanges && device >= 0 && device < kDevices);
  ranges[i].begin = begin;
  ranges[i].bytes = bytes;
  ranges[i].device = device;
  return begin;
}

void llvm_omp_target_unlock_mem(void* begin, int device) {
  int i = 0;
  while (i < kMostRanges && ranges[i].begin != begin) i++;
  CHECK(i < kMostRanges && ranges[i].device == device);
  ranges[i].begin = NULL;
}

// As libraries do it: the runtime is asked how to offload before anything is offloaded.
__attribute__((constructor)) static void begin(void) {
  CHECK_EQ(__kmpc_get_target_offload(), 1);
}

// The devices are gone now.
__attribute__((destructor)) static void end(void) {
  CHECK_EQ(atomic_load(&under_way), 0);
}
