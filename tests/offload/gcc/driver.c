// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA driver without a device, with what GCC's plug-in for nvptx asks of one. The device's memory is memory of the
// process that the program does not know; a kernel is the host's version of the region, which the driver finds in the
// symbol table of the program's file under the kernel's name. FAKE_CUDA_DEVICES says how many devices there are.
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "check.h"

enum { kSuccess = 0, kInvalidValue = 1, kInvalidContext = 201, kNotFound = 500, kNotSupported = 801 };
enum { kMostDevices = 8, kMostBlocks = 4096 };

// The host's version of a region uses the host's variables, so these are the device's too. Their addresses there
// are others, where no memory is, and above all of the program's.
static const uintptr_t kVariables = (uintptr_t)1 << 60;

typedef struct {
  int number, launched, blocks;
} Device;

typedef struct {
  char* begin;
  size_t bytes;
  Device* device;
} Block;

typedef struct {
  void (*code)(void*);
  char name[200];
} Function;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static Device devices[kMostDevices];
static Block blocks[kMostBlocks];
static int held, may_end;         // kernels are held, and how many of them may end
static __thread Device* current;  // of the thread's context

static int device_count(void) {
  const char* const count = getenv("FAKE_CUDA_DEVICES");
  const int number = count ? atoi(count) : 1;
  return number < kMostDevices ? number : kMostDevices;
}

// ---- the test's side ----

int gcc_driver_launched(int device) {
  pthread_mutex_lock(&lock);
  const int launched = devices[device].launched;
  pthread_mutex_unlock(&lock);
  return launched;
}

int gcc_driver_blocks(int device) {
  pthread_mutex_lock(&lock);
  const int number = devices[device].blocks;
  pthread_mutex_unlock(&lock);
  return number;
}

void gcc_driver_let_end(int count) {
  pthread_mutex_lock(&lock);
  held = 1;
  may_end += count;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
}

static void await_end(void) {
  pthread_mutex_lock(&lock);
  while (held && may_end == 0) pthread_cond_wait(&change, &lock);
  if (held) may_end--;
  pthread_mutex_unlock(&lock);
}

// ---- the program's symbols ----

typedef struct {
  const char* file;
  const Elf64_Sym *first, *end;
  const char* names;
} Symbols;

static Symbols program;

static int read_symbols(Symbols* symbols) {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  CHECK(file >= 0 && fstat(file, &status) == 0);
  symbols->file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  CHECK(symbols->file != MAP_FAILED);
  const Elf64_Ehdr* const head = (const Elf64_Ehdr*)symbols->file;
  const Elf64_Shdr* const sections = (const Elf64_Shdr*)(symbols->file + head->e_shoff);
  for (int i = 0; i < head->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    symbols->first = (const Elf64_Sym*)(symbols->file + sections[i].sh_offset);
    symbols->end = symbols->first + sections[i].sh_size / sizeof(Elf64_Sym);
    symbols->names = symbols->file + sections[sections[i].sh_link].sh_offset;
    return 1;
  }
  return 0;
}

// Where PTX has a dollar the host's name has a dot. The program is linked at a fixed address.
static const Elf64_Sym* symbol_named(const char* name) {
  if (!program.file && !read_symbols(&program)) return NULL;
  for (const Elf64_Sym* symbol = program.first; symbol < program.end; symbol++) {
    const char* left = program.names + symbol->st_name;
    const char* right = name;
    while (*left && (*left == *right || (*left == '.' && *right == '$'))) left++, right++;
    if (*left == *right && symbol->st_value) return symbol;
  }
  return NULL;
}

static const Elf64_Sym* symbol_at(const char* address) {
  for (const Elf64_Sym* symbol = program.first; symbol < program.end; symbol++)
    if ((uintptr_t)address - symbol->st_value < symbol->st_size) return symbol;
  return NULL;
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

int cuModuleLoadData(void** module, const void* image) {
  *module = current;
  return current ? kSuccess : kInvalidContext;
}

int cuModuleGetGlobal_v2(void** address, size_t* bytes, void* module, const char* name) {
  const Elf64_Sym* const symbol = symbol_named(name);
  if (!symbol) return kNotFound;
  if (address) *address = (char*)symbol->st_value + kVariables;
  if (bytes) *bytes = symbol->st_size;
  return kSuccess;
}

int cuModuleGetFunction(Function** function, void* module, const char* name) {
  const Elf64_Sym* const symbol = symbol_named(name);
  if (!symbol) return kNotFound;
  *function = calloc(1, sizeof **function);
  (*function)->code = (void (*)(void*))symbol->st_value;
  snprintf((*function)->name, sizeof(*function)->name, "%s", name);
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
  CHECK(current);
  pthread_mutex_lock(&lock);
  current->launched++;
  pthread_mutex_unlock(&lock);
  await_end();
  function->code(*(void**)extra[1]);
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
  const Elf64_Sym* const variable = block ? NULL : symbol_at(address - kVariables);
  if (block) *begin = block->begin, *bytes = block->bytes;
  if (variable) *begin = (char*)variable->st_value + kVariables, *bytes = variable->st_size;
  pthread_mutex_unlock(&lock);
  return block || variable ? kSuccess : kNotFound;
}

static char* in_memory(const void* address) {
  return (char*)address - ((uintptr_t)address >= kVariables && !block_at(address) ? kVariables : 0);
}

int cuMemcpyHtoD_v2(void* to, const void* from, size_t bytes) {
  pthread_mutex_lock(&lock);
  memmove(in_memory(to), in_memory(from), bytes);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuMemcpyDtoH_v2(void* to, const void* from, size_t bytes) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}

int cuMemcpyDtoDAsync_v2(void* to, const void* from, size_t bytes, void* stream) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}

// ---- what has nothing to do, and what is looked up without being called ----

#define RETURNS(result, name) \
  int name(void) {            \
    return result;            \
  }

RETURNS(kSuccess, cuCtxDestroy_v2)
RETURNS(kSuccess, cuCtxSynchronize)
RETURNS(kSuccess, cuLinkDestroy)
RETURNS(kSuccess, cuModuleUnload)
RETURNS(kSuccess, cuStreamSynchronize)
RETURNS(kNotSupported, cuCtxDestroy)
RETURNS(kNotSupported, cuEventCreate)
RETURNS(kNotSupported, cuEventDestroy_v2)
RETURNS(kNotSupported, cuEventElapsedTime)
RETURNS(kNotSupported, cuEventQuery)
RETURNS(kNotSupported, cuEventRecord)
RETURNS(kNotSupported, cuEventSynchronize)
RETURNS(kNotSupported, cuLinkAddData)
RETURNS(kNotSupported, cuLinkCreate)
RETURNS(kNotSupported, cuMemAllocHost_v2)
RETURNS(kNotSupported, cuMemcpy)
RETURNS(kNotSupported, cuMemcpyDtoHAsync_v2)
RETURNS(kNotSupported, cuMemcpyHtoDAsync_v2)
RETURNS(kNotSupported, cuMemFreeHost)
RETURNS(kNotSupported, cuMemHostGetDevicePointer_v2)
RETURNS(kNotSupported, cuModuleLoad)
RETURNS(kNotSupported, cuStreamAddCallback)
RETURNS(kNotSupported, cuStreamCreate)
RETURNS(kNotSupported, cuStreamDestroy_v2)
RETURNS(kNotSupported, cuStreamQuery)
RETURNS(kNotSupported, cuStreamWaitEvent)
