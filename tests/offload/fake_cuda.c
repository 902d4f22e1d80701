// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver without a device, with what LLVM's libomptarget asks of one; the device's memory is the
// host's. What is submitted is done as soon as the kernels before it have ended, and those end when the test
// lets them (fake_cuda.h): nothing here takes a time. FAKE_CUDA_DEVICES is the number of devices. With
// FAKE_CUDA_KERNELS=host kernels are the host's versions of the regions, which the launch itself executes.
#include "fake_cuda.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gcc/program_symbols.h"

enum { kSuccess = 0, kInvalidValue = 1, kNotFound = 500, kNotReady = 600, kNotSupported = 801 };

// A stream, or an event, which is how far a stream had got. As kernels end in one order, whatever their
// streams, the number of those that have to end says it all.
typedef struct {
  int kernels;
  uint32_t device;
} Point;

enum { kMostDevices = 4 };
static char contexts[kMostDevices];  // their addresses
static _Thread_local uint32_t current_device;

// A kernel, which adds one to `sum`, or a copy.
typedef struct Operation {
  struct Operation* next;
  int kernels;  // have to end first; a kernel itself is one of them
  int* sum;
  void* to;
  const void* from;
  size_t bytes;
  uint32_t call, device, blocks;  // for the listener; call 0: there was none
  int64_t submitted;
} Operation;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int launched, may_end, asked, blocked;  // under the lock
static int most_at_once;                       // under the lock
static Operation* first;                       // under the lock, as they were submitted
static const Listener* listener;               // under the lock, like the next
static int64_t kernel_time = 1000000, copy_time = 1000;
static int64_t free_from[kMostDevices];  // by its clock

static int on_host(void) {
  const char* word = getenv("FAKE_CUDA_KERNELS");
  CHECK(!word || strcmp(word, "host") == 0);
  return word != NULL;
}

static int ended(void) {
  return launched < may_end ? launched : may_end;
}

static void tell(const Operation* operation) {
  if (!listener || operation->call == 0) return;
  int64_t* free_time = &free_from[operation->device];
  const int64_t start = *free_time > operation->submitted ? *free_time : operation->submitted;
  *free_time = start + (operation->to ? copy_time : kernel_time);
  if (operation->to)
    listener->copy_done(operation->call, operation->device, operation->bytes, start, *free_time);
  else
    listener->kernel_done(operation->call, operation->device, operation->blocks, start, *free_time);
}

static void execute(const Operation* operation) {
  if (operation->sum) ++*operation->sum;
  if (operation->to) memmove(operation->to, operation->from, operation->bytes);
  tell(operation);
}

// In the order of submission: what is to come after an operation, in its stream or by an event, waits for as
// many kernels or more.
static void do_what_can_be(void) {
  Operation** link = &first;
  while (*link) {
    Operation* operation = *link;
    if (operation->kernels > ended()) {
      link = &operation->next;
      continue;
    }
    execute(operation);
    *link = operation->next;
    free(operation);
  }
  pthread_cond_broadcast(&change);
}

static void submit(Operation what, const Point* stream, uint32_t call) {
  what.device = stream->device;
  what.submitted = listener ? listener->now() : 0;
  what.call = listener ? listener->called(call) : 0;
  Operation** link = &first;
  while (*link) link = &(*link)->next;
  *link = malloc(sizeof what);
  CHECK(*link);
  **link = what;
  do_what_can_be();
}

// The process ends only when the device has done everything.
__attribute__((destructor)) static void end(void) {
  CHECK_EQ(ended(), launched);
  CHECK(!first);
}

// ---- the test's side ----

void let_kernels_end(int count) {
  pthread_mutex_lock(&lock);
  may_end += count;
  do_what_can_be();
  pthread_mutex_unlock(&lock);
}

void set_times(int64_t kernel_ns, int64_t copy_ns) {
  pthread_mutex_lock(&lock);
  kernel_time = kernel_ns;
  copy_time = copy_ns;
  pthread_mutex_unlock(&lock);
}

void set_listener(const Listener* who) {
  pthread_mutex_lock(&lock);
  listener = who;
  pthread_mutex_unlock(&lock);
}

static int read_locked(const int* value) {
  pthread_mutex_lock(&lock);
  const int read = *value;
  pthread_mutex_unlock(&lock);
  return read;
}

int kernels_launched(void) {
  return read_locked(&launched);
}

int kernels_ended(void) {
  pthread_mutex_lock(&lock);
  const int number = ended();
  pthread_mutex_unlock(&lock);
  return number;
}

int most_kernels_at_once(void) {
  return read_locked(&most_at_once);
}

int streams_asked(void) {
  return read_locked(&asked);
}

int threads_blocked(void) {
  return read_locked(&blocked);
}

// ---- the device ----

int cuGetErrorString(int error, const char** text) {
  *text = error == kNotFound ? "not found" : "an error";
  return kSuccess;
}

int cuDeviceGetCount(int* count) {
  const char* word = getenv("FAKE_CUDA_DEVICES");
  *count = word ? atoi(word) : 1;
  CHECK(*count >= 1 && *count <= kMostDevices);
  return kSuccess;
}

int cuDeviceGet(int* device, int number) {
  *device = number;
  return kSuccess;
}

// The capability is that of device_image.c.
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  enum { kWarpSize = 10, kCapabilityMajor = 75, kCapabilityMinor = 76 };
  *value = 1024;
  if (attribute == kWarpSize) *value = 32;
  if (attribute == kCapabilityMajor) *value = 9;
  if (attribute == kCapabilityMinor) *value = 0;
  return kSuccess;
}

int cuDeviceGetUuid(char* uuid, int device) {
  memset(uuid, device, 16);
  return kSuccess;
}

int cuDeviceTotalMem_v2(size_t* bytes, int device) {
  *bytes = (size_t)1 << 30;
  return kSuccess;
}

int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  *flags = 0;
  *active = 0;
  return kSuccess;
}

int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = &contexts[device];
  return kSuccess;
}

int cuCtxSetCurrent(const char* context) {
  if (context) current_device = (uint32_t)(context - contexts);
  return kSuccess;
}

int cuCtxGetLimit(size_t* value, int limit) {
  *value = 1024;
  return kSuccess;
}

// ---- its code ----

int cuModuleLoadDataEx(void** module, const void* image, unsigned options, int* names, void** values) {
  *module = &lock;
  return kSuccess;
}

// The host's versions use the host's variables.
int cuModuleGetGlobal_v2(void** address, size_t* bytes, void* module, const char* name) {
  const Symbol symbol = on_host() ? symbol_named(name) : (Symbol){0};
  if (!symbol.address) return kNotFound;
  if (address) *address = symbol.address;
  if (bytes) *bytes = symbol.bytes;
  return kSuccess;
}

int cuModuleGetFunction(void** function, void* module, const char* name) {
  *function = on_host() ? symbol_named(name).address : module;
  return *function ? kSuccess : kNotFound;
}

int cuFuncGetAttribute(int* value, int attribute, void* function) {
  *value = 1024;
  return kSuccess;
}

// What Clang's kernels begin with, and the address of the int. How many a region has, the host's version does not say.
static size_t known_parameters(void) {
  return on_host() ? 1 : 2;
}

int cuFuncGetParamInfo(void* function, size_t number, size_t* offset, size_t* bytes) {
  if (number >= known_parameters()) return kInvalidValue;
  *offset = number * sizeof(void*);
  *bytes = sizeof(void*);
  return kSuccess;
}

// The host's version has all of a kernel's parameters but the first. Their number is not known here, and one that is
// not read does no harm: the plug-in's list has room for 16.
static void execute_on_host(void* function, void* const* list) {
  typedef void Region(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*,
                      void*, void*, void*);
  ((Region*)function)(list[1], list[2], list[3], list[4], list[5], list[6], list[7], list[8], list[9],
                      list[10], list[11], list[12], list[13], list[14], list[15]);
}

int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, Point* stream,
                   void** parameters, void** extra) {
  enum { kEnd, kBuffer, kBufferSize };
  CHECK(extra && extra[0] == (void*)kBuffer && extra[2] == (void*)kBufferSize && extra[4] == (void*)kEnd);
  CHECK_EQ(*(size_t*)extra[3], known_parameters() * sizeof(void*));
  int* sum = on_host() ? NULL : ((void**)extra[1])[1];
  if (on_host()) execute_on_host(function, extra[1]);
  pthread_mutex_lock(&lock);
  stream->kernels = ++launched;
  may_end += on_host();
  if (launched - ended() > most_at_once) most_at_once = launched - ended();
  submit((Operation){.kernels = stream->kernels, .sum = sum, .blocks = grid_x * grid_y * grid_z}, stream,
         kLaunchCall);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

// ---- its memory ----

int cuMemAlloc_v2(void** address, size_t bytes) {
  *address = malloc(bytes);
  return *address ? kSuccess : kInvalidValue;
}

int cuMemFree_v2(void* address) {
  free(address);
  return kSuccess;
}

static int copy(void* to, const void* from, size_t bytes, const Point* stream, uint32_t call) {
  pthread_mutex_lock(&lock);
  submit((Operation){.kernels = stream->kernels, .to = to, .from = from, .bytes = bytes}, stream, call);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuMemcpyHtoDAsync_v2(void* to, const void* from, size_t bytes, Point* stream) {
  return copy(to, from, bytes, stream, kToDeviceCall);
}

int cuMemcpyDtoHAsync_v2(void* to, const void* from, size_t bytes, Point* stream) {
  return copy(to, from, bytes, stream, kFromDeviceCall);
}

int cuMemcpyDtoDAsync_v2(void* to, const void* from, size_t bytes, Point* stream) {
  return copy(to, from, bytes, stream, kDeviceToDeviceCall);
}

// ---- streams and events ----

int cuStreamCreate(Point** stream, unsigned flags) {
  *stream = calloc(1, sizeof **stream);
  if (!*stream) return kInvalidValue;
  (*stream)->device = current_device;
  return kSuccess;
}

int cuStreamDestroy_v2(Point* stream) {
  free(stream);
  return kSuccess;
}

int cuStreamQuery(const Point* stream) {
  pthread_mutex_lock(&lock);
  asked++;
  const int done = stream->kernels <= ended();
  pthread_mutex_unlock(&lock);
  return done ? kSuccess : kNotReady;
}

int cuStreamSynchronize(const Point* stream) {
  pthread_mutex_lock(&lock);
  blocked++;
  const int kernels = stream->kernels;
  while (kernels > ended()) pthread_cond_wait(&change, &lock);
  blocked--;
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuStreamWaitEvent(Point* stream, const Point* event, unsigned flags) {
  pthread_mutex_lock(&lock);
  if (stream->kernels < event->kernels) stream->kernels = event->kernels;
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuEventCreate(Point** event, unsigned flags) {
  return cuStreamCreate(event, flags);
}

int cuEventDestroy(Point* event) {
  return cuStreamDestroy_v2(event);
}

int cuEventRecord(Point* event, const Point* stream) {
  return cuStreamWaitEvent(event, stream, 0);
}

int cuEventSynchronize(const Point* event) {
  return cuStreamSynchronize(event);
}

// ---- what has nothing to do, and what is looked up without being called ----

#define RETURNS(result, name) \
  int name(void) {            \
    return result;            \
  }

RETURNS(kSuccess, cuInit)
RETURNS(kSuccess, cuDevicePrimaryCtxRelease_v2)
RETURNS(kSuccess, cuDevicePrimaryCtxSetFlags_v2)
RETURNS(kSuccess, cuModuleUnload)
RETURNS(kNotSupported, cuCtxEnablePeerAccess)
RETURNS(kNotSupported, cuCtxGetDevice)
RETURNS(kNotSupported, cuCtxSetLimit)
RETURNS(kNotSupported, cuDeviceCanAccessPeer)
RETURNS(kNotSupported, cuDeviceGetName)
RETURNS(kNotSupported, cuDriverGetVersion)
RETURNS(kNotSupported, cuEventQuery)
RETURNS(kNotSupported, cuFuncSetAttribute)
RETURNS(kNotSupported, cuLaunchHostFunc)
RETURNS(kNotSupported, cuMemAllocAsync)
RETURNS(kNotSupported, cuMemAllocHost_v2)
RETURNS(kNotSupported, cuMemAllocManaged)
RETURNS(kNotSupported, cuMemFreeAsync)
RETURNS(kNotSupported, cuMemFreeHost)
RETURNS(kNotSupported, cuMemcpyDtoH_v2)
RETURNS(kNotSupported, cuMemcpyHtoD_v2)
RETURNS(kNotSupported, cuMemcpyPeerAsync)
RETURNS(kNotSupported, cuMemsetD16Async)
RETURNS(kNotSupported, cuMemsetD2D16Async)
RETURNS(kNotSupported, cuMemsetD2D32Async)
RETURNS(kNotSupported, cuMemsetD2D8Async)
RETURNS(kNotSupported, cuMemsetD32Async)
RETURNS(kNotSupported, cuMemsetD8Async)
RETURNS(kNotSupported, cuOccupancyMaxPotentialBlockSize)
RETURNS(kNotSupported, cuStreamAddCallback)
