// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUPTI for the devices of fake_cuda.c: the functions that the runtime calls, with records that say what
// this driver tells. FAKE_CUPTI is "refuse": as without a driver, nothing can be enabled; "taken": another tool uses
// it; "kernels": nothing else is to be measured; "clock": an older one, which has a clock of its own; "apart": many
// calls that nobody is told of lie between.
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
  kNotInitialized = 15,
  kNotSupported = 27,
  kTaken = 39
};
enum { kCopy = 1, kKernel = 10, kMostKinds = 64 };
enum { kMostCalls = 1000, kDriverCalls = 1, kApart = 1 << 16 };

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
  int end;
  const char* function;
  const void* arguments;
  void* result;
  const char* kernel;
  void* context;
  uint32_t context_number;
  uint64_t* word;
  uint32_t call;
} CallData;

// A buffer of the client's that is being filled. Few records go into one, so that there are many.
typedef struct {
  uint8_t* bytes;
  size_t size, used;
} Filling;
enum { kUsedOfABuffer = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards all
static Filling filling;
static int enabled[kMostKinds], told[kMostCalls];
static uint32_t calls;
static void (*subscriber)(void*, uint32_t, uint32_t, const CallData*);
static void (*request)(uint8_t**, size_t*, size_t*);
static void (*complete)(void*, uint32_t, uint8_t*, size_t, size_t);
static uint64_t (*client_clock)(void);
static int over;  // the process's exit has ended it, as CUPTI ends itself

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

static void give_back(void) {
  const Filling full = filling;
  filling = (Filling){0};
  if (full.bytes) complete(NULL, 0, full.bytes, full.size, full.used);
}

static void append(const void* record, size_t size) {
  if (filling.bytes && filling.used + size > kUsedOfABuffer) give_back();
  if (!filling.bytes) {
    size_t most = 0;
    request(&filling.bytes, &filling.size, &most);
  }
  if (!filling.bytes) return;
  CHECK((uintptr_t)filling.bytes % 8 == 0 && filling.size >= kUsedOfABuffer);
  memcpy(filling.bytes + filling.used, record, size);
  filling.used += size;
}

// ---- what the driver tells, its lock held ----

static uint32_t called(uint32_t cbid) {
  pthread_mutex_lock(&lock);
  const uint32_t number = calls += is("apart") ? kApart : 1;
  void (*const function)(void*, uint32_t, uint32_t, const CallData*) = told[cbid] ? subscriber : NULL;
  pthread_mutex_unlock(&lock);
  for (int end = 0; function && end < 2; end++) {
    const CallData data = {.end = end,
                           .call = number + (uint32_t)end * 12345};  // only the begin is to be used
    function(NULL, kDriverCalls, cbid, &data);
  }
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
  if (enabled[kKernel]) append(&record, sizeof record);
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
  if (enabled[kCopy]) append(&record, sizeof record);
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

static void end(void) {
  pthread_mutex_lock(&lock);
  over = 1;
  CHECK(!subscriber);
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void begin(void) {
  CHECK_EQ(atexit(end), 0);
}

int cuptiActivityRegisterCallbacks(void (*ask)(uint8_t**, size_t*, size_t*),
                                   void (*give)(void*, uint32_t, uint8_t*, size_t, size_t)) {
  request = ask;
  complete = give;
  return kSuccess;
}

static int set_kind(uint32_t kind, int on) {
  if (is("refuse")) return kNotInitialized;
  CHECK(kind < kMostKinds);
  CHECK(!is("kernels") || !on || kind == kKernel);
  const int error = on ? connect_to_driver() : kSuccess;
  if (error) return error;
  pthread_mutex_lock(&lock);
  CHECK(subscriber && !over);  // else another tool could begin
  enabled[kind] = on;
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuptiActivityEnable(uint32_t kind) {
  return set_kind(kind, 1);
}

int cuptiActivityDisable(uint32_t kind) {
  return set_kind(kind, 0);
}

int cuptiSubscribe(void** handle, void (*function)(void*, uint32_t, uint32_t, const CallData*), void* user) {
  CHECK(user == NULL);
  if (is("taken") || subscriber) return kTaken;
  pthread_mutex_lock(&lock);
  CHECK(!over);
  subscriber = function;
  memset(told, 0, sizeof told);
  pthread_mutex_unlock(&lock);
  *handle = &subscriber;
  return kSuccess;
}

int cuptiUnsubscribe(void* handle) {
  CHECK(handle == &subscriber && subscriber);
  pthread_mutex_lock(&lock);
  subscriber = NULL;
  for (int kind = 0; kind < kMostKinds; kind++) CHECK(!enabled[kind]);
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuptiEnableCallback(uint32_t on, void* handle, uint32_t domain, uint32_t cbid) {
  CHECK(handle == &subscriber && domain == kDriverCalls);
  if (cbid >= kMostCalls) return kInvalidParameter;
  pthread_mutex_lock(&lock);
  told[cbid] = (int)on;
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

int cuptiActivityFlushAll(uint32_t flag) {
  CHECK(flag <= 1);
  pthread_mutex_lock(&lock);
  CHECK(!over);
  give_back();
  pthread_mutex_unlock(&lock);
  return kSuccess;
}

static size_t size_of(uint32_t kind) {
  if (kind == kKernel) return sizeof(Kernel);
  CHECK_EQ(kind, kCopy);
  return sizeof(Copy);
}

int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, uint8_t** record) {
  uint8_t* next = *record ? *record + size_of(*(uint32_t*)*record) : buffer;
  if (next >= buffer + valid) return kMaxLimitReached;
  *record = next;
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
