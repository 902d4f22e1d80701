// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUPTI for the devices of fake_cuda.c: the functions that the runtime calls, with records that say what
// this driver tells. FAKE_CUPTI is "refuse": as without a driver, nothing can be enabled; "clock": an older
// one, which has a clock of its own and no choice of calls; "late": what the device did comes before the calls.
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "fake_cuda.h"

enum {
  kSuccess = 0,
  kInvalidParameter = 1,
  kMaxLimitReached = 12,
  kQueueEmpty = 18,
  kNotInitialized = 15,
  kNotSupported = 27
};
enum { kCopy = 1, kDriver = 4, kKernel = 10, kCorrelation = 39, kMostKinds = 64 };
enum { kMostPushed = 8, kMostCalls = 1000, kOwnNumbers = 3 };

// As CUPTI has them; what is not named here is not filled in.
typedef struct {
  uint32_t kind, unused[3];
  uint64_t start, end, completed;
  uint32_t device, context, stream;
  int32_t grid[3], block[3];
  uint32_t unused2[4];
  uint32_t call;
  int64_t grid_id;
  const char* name;
  uint64_t more[13];
} Kernel;

typedef struct {
  uint32_t kind, copy;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, call;
  uint64_t more[6];
} Copy;

typedef struct {
  uint32_t kind, numbers;
  uint64_t number;
  uint32_t call, unused;
} Correlation;

typedef struct {
  uint32_t kind, cbid;
  uint64_t start, end;
  uint32_t process, thread, call, result;
} Call;

// A buffer of the client's that is being filled. Few records go into one, so that there are many.
typedef struct {
  uint8_t* bytes;
  size_t size, used;
} Filling;
enum { kOfHost, kOfDevice, kFillings, kUsedOfABuffer = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards all
static Filling fillings[kFillings];
static int enabled[kMostKinds], left_out[kMostCalls];
static uint32_t calls;
static _Thread_local uint64_t pushed[kMostPushed];
static _Thread_local int depth;
static void (*request)(uint8_t**, size_t*, size_t*);
static void (*complete)(void*, uint32_t, uint8_t*, size_t, size_t);
static uint64_t (*client_clock)(void);

static int is(const char* word) {
  const char* wanted = getenv("FAKE_CUPTI");
  return wanted && strcmp(wanted, word) == 0;
}

// Years away from the host's.
static int64_t own_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1700000000000000000 + now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t now(void) {
  return client_clock ? (int64_t)client_clock() : own_clock();
}

static void give_back(Filling* filling) {
  const Filling full = *filling;
  *filling = (Filling){0};
  if (full.bytes) complete(NULL, 0, full.bytes, full.size, full.used);
}

static void append(int which, const void* record, size_t size) {
  Filling* filling = &fillings[which];
  if (filling->bytes && filling->used + size > kUsedOfABuffer) give_back(filling);
  if (!filling->bytes) {
    size_t most = 0;
    request(&filling->bytes, &filling->size, &most);
  }
  if (!filling->bytes) return;
  CHECK((uintptr_t)filling->bytes % 8 == 0 && filling->size >= kUsedOfABuffer);
  memcpy(filling->bytes + filling->used, record, size);
  filling->used += size;
}

// ---- what the driver tells, its lock held ----

static uint32_t called(uint32_t cbid) {
  pthread_mutex_lock(&lock);
  const uint32_t number = ++calls;
  const int recorded = enabled[kDriver] && !left_out[cbid];
  if (recorded && enabled[kCorrelation] && depth > 0) {
    const Correlation record = {kCorrelation, kOwnNumbers, pushed[depth - 1], number, 0};
    append(kOfHost, &record, sizeof record);
  }
  if (recorded) {
    const Call record = {.kind = kDriver, .cbid = cbid, .call = number};
    append(kOfHost, &record, sizeof record);
  }
  pthread_mutex_unlock(&lock);
  return number;
}

static void kernel_done(uint32_t call, uint32_t device, uint32_t blocks, int64_t start, int64_t end) {
  const Kernel record = {.kind = kKernel,
                         .start = (uint64_t)start,
                         .end = (uint64_t)end,
                         .device = device,
                         .grid = {(int32_t)blocks, 1, 1},
                         .call = call,
                         .name = "a_kernel"};
  pthread_mutex_lock(&lock);
  if (enabled[kKernel]) append(kOfDevice, &record, sizeof record);
  pthread_mutex_unlock(&lock);
}

static void copy_done(uint32_t call, uint32_t device, size_t bytes, int64_t start, int64_t end) {
  const Copy record = {.kind = kCopy,
                       .bytes = bytes,
                       .start = (uint64_t)start,
                       .end = (uint64_t)end,
                       .device = device,
                       .call = call};
  pthread_mutex_lock(&lock);
  if (enabled[kCopy]) append(kOfDevice, &record, sizeof record);
  pthread_mutex_unlock(&lock);
}

static const Listener listener = {now, called, kernel_done, copy_done};

static int connect_to_driver(void) {
  void (*set)(const Listener*) = (void (*)(const Listener*))dlsym(RTLD_DEFAULT, "set_listener");
  if (!set) return kNotInitialized;
  set(&listener);
  return kSuccess;
}

// ---- CUPTI ----

int cuptiActivityRegisterCallbacks(void (*ask)(uint8_t**, size_t*, size_t*),
                                   void (*give)(void*, uint32_t, uint8_t*, size_t, size_t)) {
  request = ask;
  complete = give;
  return kSuccess;
}

static int set_kind(uint32_t kind, int on) {
  if (is("refuse")) return kNotInitialized;
  CHECK(kind < kMostKinds);
  const int error = on ? connect_to_driver() : kSuccess;
  if (error) return error;
  pthread_mutex_lock(&lock);
  enabled[kind] = on;
  if (kind == kDriver) memset(left_out, 0, sizeof left_out);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuptiActivityEnable(uint32_t kind) {
  return set_kind(kind, 1);
}

int cuptiActivityDisable(uint32_t kind) {
  return set_kind(kind, 0);
}

// As in a process whose driver has a context: to enable a call has no effect by itself, only calls of a kind that is
// enabled can be left out.
int cuptiActivityEnableDriverApi(uint32_t cbid, uint8_t on) {
  if (is("clock")) return kNotSupported;
  if (cbid >= kMostCalls) return kInvalidParameter;
  pthread_mutex_lock(&lock);
  left_out[cbid] = !on;
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuptiActivityFlushAll(uint32_t flag) {
  CHECK(flag <= 1);
  pthread_mutex_lock(&lock);
  give_back(&fillings[is("late") ? kOfDevice : kOfHost]);
  give_back(&fillings[is("late") ? kOfHost : kOfDevice]);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

static size_t size_of(uint32_t kind) {
  switch (kind) {
    case kKernel:
      return sizeof(Kernel);
    case kCopy:
      return sizeof(Copy);
    case kCorrelation:
      return sizeof(Correlation);
    default:
      CHECK_EQ(kind, kDriver);
      return sizeof(Call);
  }
}

int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, uint8_t** record) {
  uint8_t* next = *record ? *record + size_of(*(uint32_t*)*record) : buffer;
  if (next >= buffer + valid) return kMaxLimitReached;
  *record = next;
  return kSuccess;
}

int cuptiActivityPushExternalCorrelationId(uint32_t numbers, uint64_t number) {
  CHECK(numbers == kOwnNumbers && depth < kMostPushed);
  pushed[depth++] = number;
  return kSuccess;
}

int cuptiActivityPopExternalCorrelationId(uint32_t numbers, uint64_t* number) {
  if (numbers != kOwnNumbers || depth == 0) return kQueueEmpty;
  *number = pushed[--depth];
  return kSuccess;
}

int cuptiGetTimestamp(uint64_t* time) {
  *time = (uint64_t)now();
  return kSuccess;
}

int cuptiActivityRegisterTimestampCallback(uint64_t (*clock)(void)) {
  if (is("clock")) return kNotSupported;
  client_clock = clock;
  return kSuccess;
}
