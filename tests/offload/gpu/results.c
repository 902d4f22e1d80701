// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2 4
// Constructs for a device compute what they should, on the device, and a tool is told of each kernel. Under a runtime
// without OMPT, and WITHOUT_TOOL, only the results count. FAKE_CUDA_DEVICES: the driver has no device, and regions are the host's.
#include <omp.h>
#include <string.h>

#include "check.h"
#ifdef WITHOUT_TOOL
#include <omp-tools.h>
#else
#include "own_tool.h"
#endif

enum { kSize = 100000, kLinks = 100 };

static int told;  // there is a tool
static int devices_begun, modules_loaded, targets_open, targets, kernels_open, kernels, operations;

static void on_device(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                      const char* documentation) {
  CHECK(type);
  __atomic_add_fetch(&devices_begun, 1, __ATOMIC_RELAXED);
}

static void on_load(int device, const char* file, int64_t offset, void* vma, size_t bytes, void* host,
                    void* there, uint64_t module) {
  __atomic_add_fetch(&modules_loaded, 1, __ATOMIC_RELAXED);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  CHECK(code && device < omp_get_initial_device());
  __atomic_add_fetch(&targets_open, endpoint == ompt_scope_begin ? 1 : -1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&targets, endpoint == ompt_scope_begin, __ATOMIC_RELAXED);
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t* word, ompt_id_t* id, unsigned teams) {
  CHECK(*id != 0);
  __atomic_add_fetch(&kernels_open, endpoint == ompt_scope_begin ? 1 : -1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&kernels, endpoint == ompt_scope_begin, __ATOMIC_RELAXED);
}

static void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                         ompt_id_t* id, ompt_target_data_op_t kind, void* source, int source_device,
                         void* destination, int destination_device, size_t bytes, const void* code) {
  __atomic_add_fetch(&operations, endpoint == ompt_scope_begin, __ATOMIC_RELAXED);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  told = 1;
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  set(ompt_callback_device_load, (ompt_callback_t)on_load);
  set(ompt_callback_target_emi, (ompt_callback_t)on_target);
  set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation);
  return 1;
}

static void finalize(ompt_data_t* data) {
  CHECK(targets_open == 0 && kernels_open == 0);
}

static void expect_kernels(int wanted) {
  static int before;
  if (told) CHECK_EQ(kernels - before, wanted);
  before = kernels;
}

static void on_the_device(void) {
  int host = 1;
#pragma omp target map(from : host)
  host = omp_is_initial_device();
  if (!getenv("FAKE_CUDA_DEVICES")) CHECK_EQ(host, 0);
  expect_kernels(1);
}

static void loops(void) {
  static double a[kSize], b[kSize];
  double sum = 0;
  for (int i = 0; i < kSize; i++) b[i] = i;
#pragma omp target teams distribute parallel for map(from : a) map(to : b)
  for (int i = 0; i < kSize; i++) a[i] = 2 * b[i];
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < kSize; i++) sum += a[i];
  CHECK(sum == (double)kSize * (kSize - 1));
  expect_kernels(2);
}

static void data(void) {
  int values[kLinks];
  for (int i = 0; i < kLinks; i++) values[i] = i;
#pragma omp target enter data map(to : values)
#pragma omp target
  for (int i = 0; i < kLinks; i++) values[i]++;
#pragma omp target update from(values)
  for (int i = 0; i < kLinks; i++) CHECK_EQ(values[i], i + 1);
#pragma omp target exit data map(delete : values)
  CHECK_EQ(omp_target_is_present(values, 0), 0);
  expect_kernels(1);
}

static void chains(void) {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kLinks; i++) {
#pragma omp target map(tofrom : x) depend(inout : x) nowait
    x = (3 * x + 1) % 1000003;
#pragma omp task shared(x) depend(inout : x)
    x++;
#pragma omp target map(tofrom : y) depend(inout : y) nowait
    y++;
  }
  int expected = 0;
  for (int i = 0; i < kLinks; i++) expected = (3 * expected + 1) % 1000003 + 1;
  CHECK_EQ(x, expected);
  CHECK_EQ(y, kLinks);
  expect_kernels(2 * kLinks);
}

// No data, on threads that have done nothing else there: GCC 12's libgomp itself cannot.
static void nothing(void) {
#pragma omp parallel for
  for (int i = 0; i < kLinks; i++) {
#pragma omp target nowait
    {}
  }
  expect_kernels(kLinks);
}

static void memory(void) {
  const int host = omp_get_initial_device();
  char text[] = "there and back", back[sizeof text] = "";
  char* const there = omp_target_alloc(sizeof text, 0);
  CHECK(there);
  CHECK_EQ(omp_target_memcpy(there, text, sizeof text, 0, 0, 0, host), 0);
  CHECK_EQ(omp_target_memcpy(back, there, sizeof text, 0, 0, host, 0), 0);
  CHECK_EQ(strcmp(back, text), 0);
  omp_target_free(there, 0);
}

int main(void) {
  CHECK(omp_get_num_devices() > 0);
  on_the_device();
  loops();
  data();
  chains();
  if (told) nothing();
  memory();
  if (told) CHECK(devices_begun > 0 && modules_loaded > 0 && targets >= kernels && operations > 0);
  return 0;
}
