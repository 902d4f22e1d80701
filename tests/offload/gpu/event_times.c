// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel and a copy take by CUDA events, whoever launches them: a library that the engines take for the driver
// (libcuda.so, libcuda.so.1). It has the functions that launch and copy, each with an event before and after it on its
// stream; the loader finds all others in the driver, which the library needs by the name that scripts/check_gpu gives it.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef void* CUstream;
typedef void* CUevent;
typedef void* CUfunction;

CUresult cuEventCreate(CUevent* event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end);

enum { kKernel, kToDevice, kFromDevice, kKinds };

// The last one of a kind. One thread of the program at a time launches and copies.
static CUevent begins[kKinds], ends[kKinds];

static void* driver(const char* name) {
  void* const function = dlsym(RTLD_NEXT, name);
  return function ? function : dlsym(dlopen("libcuda-driver.so", RTLD_NOW | RTLD_NOLOAD), name);
}

static void mark(CUevent* event, CUstream stream) {
  if (!*event) cuEventCreate(event, 0);
  cuEventRecord(*event, stream);
}

// In seconds; what was launched is waited for. Negative: there was none.
double event_time(int kind) {
  float milliseconds = 0;
  if (!ends[kind] || cuEventSynchronize(ends[kind]) ||
      cuEventElapsedTime(&milliseconds, begins[kind], ends[kind]))
    return -1;
  return milliseconds / 1000;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** arguments, void** more) {
  static CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                            CUstream, void**, void**);
  if (!launch) launch = driver("cuLaunchKernel");
  mark(&begins[kKernel], stream);
  const CUresult result = launch(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes,
                                 stream, arguments, more);
  mark(&ends[kKernel], stream);
  return result;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  static CUresult (*copy)(CUdeviceptr, const void*, size_t, CUstream);
  if (!copy) copy = driver("cuMemcpyHtoDAsync_v2");
  mark(&begins[kToDevice], stream);
  const CUresult result = copy(to, from, bytes, stream);
  mark(&ends[kToDevice], stream);
  return result;
}

CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  static CUresult (*copy)(void*, CUdeviceptr, size_t, CUstream);
  if (!copy) copy = driver("cuMemcpyDtoHAsync_v2");
  mark(&begins[kFromDevice], stream);
  const CUresult result = copy(to, from, bytes, stream);
  mark(&ends[kFromDevice], stream);
  return result;
}

// These are on the default stream.
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes) {
  static CUresult (*copy)(CUdeviceptr, const void*, size_t);
  if (!copy) copy = driver("cuMemcpyHtoD_v2");
  mark(&begins[kToDevice], NULL);
  const CUresult result = copy(to, from, bytes);
  mark(&ends[kToDevice], NULL);
  return result;
}

CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes) {
  static CUresult (*copy)(void*, CUdeviceptr, size_t);
  if (!copy) copy = driver("cuMemcpyDtoH_v2");
  mark(&begins[kFromDevice], NULL);
  const CUresult result = copy(to, from, bytes);
  mark(&ends[kFromDevice], NULL);
  return result;
}
