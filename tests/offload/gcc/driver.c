// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver without a device, with what GCC's plug-in for nvptx asks of one. The device's memory is memory of the
// process that the program does not know; a kernel is the host's version of the region, which the driver finds in the
// symbol table of the program's file under the kernel's name. FAKE_CUDA_DEVICES says how many devices there are.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../fake_cuda.h"
#include "check.h"
#include "program_symbols.h"

enum { kSuccess = 0, kInvalidValue = 1, kInvalidContext = 201, kNotFound = 500, kNotSupported = 801 };
enum { kMostDevices = 8, kMostBlocks = 4096 };

// The host's version of a region uses the host's variables, so these are the device's too. Their addresses there
// are others, where no memory is, and above all of the program's.
static const uintptr_t kVariables = (uintptr_t)1 << 60;

typedef struct {
  int number, launched, running, blocks;
  int64_t free_from;  // by its own clock
} Device;

typedef struct {
  char* begin;
  size_t bytes;
  Device* device;
} Block;

typedef struct {
  void (*code)(void*);
  Device* device;  // of the context that its module is in
} Function;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static Device devices[kMostDevices];
static Block blocks[kMostBlocks];
static int held, may_end;         // kernels are held, and how many of them may end
static int ended, most_running;   // kernels, of all devices
static const Listener* listener;  // CUPTI, if it is there
static int64_t kernel_time = 1000000, copy_time = 1000;
static __thread Device* current;  // of the thread's context

static int device_count(void) {
  const char* const count = getenv("FAKE_CUDA_DEVICES");
  const int number = count ? atoi(count) : 1;
  return number < kMostDevices ? number : kMostDevices;
}

// ---- the test's side ----

static int read_locked(const int* value) {
  pthread_mutex_lock(&lock);
  const int read = *value;
  pthread_mutex_unlock(&lock);
  return read;
}

int gcc_driver_launched(int device) {
  return read_locked(&devices[device].launched);
}

int gcc_driver_blocks(int device) {
  return read_locked(&devices[device].blocks);
}

void let_kernels_end(int count) {
  pthread_mutex_lock(&lock);
  held = 1;
  may_end += count;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
}

int kernels_launched(void) {
  int all = 0;
  for (int i = 0; i < kMostDevices; i++) all += read_locked(&devices[i].launched);
  return all;
}

int kernels_ended(void) {
  return read_locked(&ended);
}

int most_kernels_at_once(void) {
  return read_locked(&most_running);
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

static int running(void) {
  int all = 0;
  for (int i = 0; i < kMostDevices; i++) all += devices[i].running;
  return all;
}

static void begin_kernel(void) {
  pthread_mutex_lock(&lock);
  current->launched++;
  current->running++;
  if (running() > most_running) most_running = running();
  while (held && may_end == 0) pthread_cond_wait(&change, &lock);
  if (held) may_end--;
  pthread_mutex_unlock(&lock);
}

static void end_kernel(void) {
  pthread_mutex_lock(&lock);
  current->running--;
  ended++;
  pthread_mutex_unlock(&lock);
}

// ---- what CUPTI is told ----

// The call's number there, and when the device begins with it.
typedef struct {
  uint32_t number;
  int64_t start;
} Call;

static Call begin_call(uint32_t call) {
  Call begun = {0, 0};
  pthread_mutex_lock(&lock);
  if (listener) {
    const int64_t now = listener->now();
    begun = (Call){listener->called(call), now > current->free_from ? now : current->free_from};
  }
  pthread_mutex_unlock(&lock);
  return begun;
}

// bytes: of a copy, 0 for a kernel.
static void end_call(Call call, size_t bytes, uint32_t blocks_of_grid) {
  pthread_mutex_lock(&lock);
  if (listener && call.number) {
    const uint32_t device = (uint32_t)current->number;
    const int64_t end = call.start + (bytes ? copy_time : kernel_time);
    current->free_from = end;
    if (bytes)
      listener->copy_done(call.number, device, bytes, call.start, end);
    else
      listener->kernel_done(call.number, device, blocks_of_grid, call.start, end);
  }
  pthread_mutex_unlock(&lock);
}

// ---- devices and contexts ----

int cuGetErrorString(int error, const char** text) {
  *text = error == kNotFound ? "not found" : "an error";
  return kSuccess;
}

int cuInit(unsigned flags) {
  for (int i = 0; i < kMostDevices; i++) devices[i].number = i;
  return kSuccess;
}

int cuDriverGetVersion(int* version) {
  *version = 12000;
  return kSuccess;
}

int cuDeviceGetCount(int* count) {
  *count = device_count();
  return kSuccess;
}

int cuDeviceGet(int* device, int number) {
  *device = number;
  return kSuccess;
}

int cuDeviceGetName(char* name, int size, int device) {
  snprintf(name, (size_t)size, "Fake device %d", device);
  return kSuccess;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
  enum { kWarpSize = 10, kCapabilityMajor = 75, kCapabilityMinor = 76 };
  *value = 1024;
  if (attribute == kWarpSize) *value = 32;
  if (attribute == kCapabilityMajor) *value = 9;
  if (attribute == kCapabilityMinor) *value = 0;
  return kSuccess;
}

int cuDeviceGetUuid_v2(char* uuid, int device) {
  memset(uuid, device, 16);
  return kSuccess;
}

int cuDeviceGetUuid(char* uuid, int device) {
  return cuDeviceGetUuid_v2(uuid, device);
}

int cuDeviceTotalMem_v2(size_t* bytes, int device) {
  *bytes = (size_t)1 << 30;
  return kSuccess;
}

int cuMemGetInfo_v2(size_t* free_bytes, size_t* bytes) {
  *free_bytes = *bytes = (size_t)1 << 30;
  return kSuccess;
}

int cuCtxCreate_v2(Device** context, unsigned flags, int device) {
  *context = current = &devices[device];
  return kSuccess;
}

int cuCtxGetCurrent(Device** context) {
  *context = current;
  return kSuccess;
}

int cuCtxGetDevice(int* device) {
  if (!current) return kInvalidContext;
  *device = current->number;
  return kSuccess;
}

int cuCtxPushCurrent_v2(Device* context) {
  current = context;
  return kSuccess;
}

int cuCtxPopCurrent_v2(Device** context) {
  if (!current) return kInvalidContext;
  *context = current;
  current = NULL;
  return kSuccess;
}

// ---- code ----

int cuLinkCreate_v2(unsigned options, int* names, void** values, void** state) {
  *state = &lock;
  return kSuccess;
}

int cuLinkAddData_v2(void* state, int type, const char* text, size_t bytes, const char* name,
                     unsigned options, int* names, void** values) {
  return memchr(text, '\0', bytes) && strstr(text, ".version") ? kSuccess : kInvalidValue;
}

int cuLinkComplete(void* state, void** image, size_t* bytes) {
  *image = state;
  *bytes = 1;
  return kSuccess;
}

int cuModuleLoadData(Device** module, const void* image) {
  *module = current;
  return current ? kSuccess : kInvalidContext;
}

int cuModuleGetGlobal_v2(void** address, size_t* bytes, void* module, const char* name) {
  const Symbol symbol = symbol_named(name);
  if (!symbol.address) return kNotFound;
  if (address) *address = symbol.address + kVariables;
  if (bytes) *bytes = symbol.bytes;
  return kSuccess;
}

int cuModuleGetFunction(Function** function, Device* module, const char* name) {
  const Symbol symbol = symbol_named(name);
  if (!symbol.address) return kNotFound;
  *function = malloc(sizeof **function);
  **function = (Function){(void (*)(void*))symbol.address, module};
  return kSuccess;
}

int cuFuncGetAttribute(int* value, int attribute, void* function) {
  *value = 32;
  return kSuccess;
}

int cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function, void* bytes_of, size_t bytes,
                                     int limit) {
  *grid = *block = 1;
  return kSuccess;
}

// GCC passes the addresses of the mapped variables, and stacks.
int cuLaunchKernel(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream, void** parameters,
                   void** extra) {
  enum { kEnd, kBuffer, kBufferSize };
  CHECK(extra && extra[0] == (void*)kBuffer && extra[2] == (void*)kBufferSize && extra[4] == (void*)kEnd);
  if (!current || current != function->device) return kInvalidContext;
  const Call call = begin_call(kLaunchCall);
  begin_kernel();
  function->code(*(void**)extra[1]);
  end_kernel();
  end_call(call, 0, grid_x * grid_y * grid_z);
  return kSuccess;
}

// ---- memory ----

static Block* block_at(const char* address) {
  for (int i = 0; i < kMostBlocks; i++)
    if (blocks[i].begin && address >= blocks[i].begin && address < blocks[i].begin + blocks[i].bytes)
      return &blocks[i];
  return NULL;
}

int cuMemAlloc_v2(char** address, size_t bytes) {
  CHECK(current);
  int result = kInvalidValue;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < kMostBlocks && result != kSuccess; i++) {
    if (blocks[i].begin) continue;
    blocks[i] = (Block){malloc(bytes), bytes, current};
    memset(blocks[i].begin, 0xa5, bytes);
    current->blocks++;
    *address = blocks[i].begin;
    result = kSuccess;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int cuMemFree_v2(char* address) {
  pthread_mutex_lock(&lock);
  Block* const block = block_at(address);
  CHECK(block && block->begin == address);
  block->device->blocks--;
  free(block->begin);
  *block = (Block){0};
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuMemGetAddressRange_v2(char** begin, size_t* bytes, const char* address) {
  pthread_mutex_lock(&lock);
  const Block* const block = block_at(address);
  const Symbol variable = block ? (Symbol){0} : symbol_at(address - kVariables);
  if (block) *begin = block->begin, *bytes = block->bytes;
  if (variable.address) *begin = variable.address + kVariables, *bytes = variable.bytes;
  pthread_mutex_unlock(&lock);
  return block || variable.address ? kSuccess : kNotFound;
}

static char* in_memory(const void* address) {
  return (char*)address - ((uintptr_t)address >= kVariables && !block_at(address) ? kVariables : 0);
}

static int copy(void* to, const void* from, size_t bytes, uint32_t number) {
  if (!current) return kInvalidContext;
  if (bytes == 0) return kSuccess;
  const Call call = begin_call(number);
  pthread_mutex_lock(&lock);
  memmove(in_memory(to), in_memory(from), bytes);
  pthread_mutex_unlock(&lock);
  end_call(call, bytes, 0);
  return kSuccess;
}

int cuMemcpyHtoD_v2(void* to, const void* from, size_t bytes) {
  return copy(to, from, bytes, 276);
}

int cuMemcpyDtoH_v2(void* to, const void* from, size_t bytes) {
  return copy(to, from, bytes, 278);
}

int cuMemcpyDtoDAsync_v2(void* to, const void* from, size_t bytes, void* stream) {
  return copy(to, from, bytes, 281);
}

// A block of rows and planes as CUDA declares it, from and to one of two kinds of memory. GCC 14 and later copy so.
typedef struct {
  size_t byte, row, plane, level;
  int kind;
  char *host, *device;
  void *array, *reserved;
  size_t pitch, rows;
} BlockEnd;

typedef struct {
  BlockEnd from, to;
  size_t row_bytes, rows, planes;
} BlockCopy;

static char* row_of(const BlockEnd* end, size_t plane, size_t row) {
  enum { kHost = 1, kDevice = 2 };
  CHECK(end->kind == kHost || end->kind == kDevice);
  char* const memory = end->kind == kHost ? end->host : end->device;
  return memory + ((end->plane + plane) * end->rows + end->row + row) * end->pitch + end->byte;
}

int cuMemcpy3D_v2(const BlockCopy* what) {
  for (size_t plane = 0; plane < what->planes; plane++)
    for (size_t row = 0; row < what->rows; row++)
      if (copy(row_of(&what->to, plane, row), row_of(&what->from, plane, row), what->row_bytes, 0) !=
          kSuccess)
        return kInvalidContext;
  return kSuccess;
}

typedef struct {
  size_t byte, row;
  int kind;
  char *host, *device;
  void* array;
  size_t pitch;
} RowsEnd;

typedef struct {
  RowsEnd from, to;
  size_t row_bytes, rows;
} RowsCopy;

static BlockEnd one_plane(RowsEnd end) {
  return (BlockEnd){.byte = end.byte,
                    .row = end.row,
                    .kind = end.kind,
                    .host = end.host,
                    .device = end.device,
                    .pitch = end.pitch};
}

int cuMemcpy2D_v2(const RowsCopy* what) {
  const BlockCopy block = {one_plane(what->from), one_plane(what->to), what->row_bytes, what->rows, 1};
  return cuMemcpy3D_v2(&block);
}

int cuMemcpy2DUnaligned_v2(const RowsCopy* what) {
  return cuMemcpy2D_v2(what);
}
