// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts and stops CUPTI's records, gives it buffers, and reads them on a thread of its own.
#include "tools/trace/device/cupti.h"

#include <stdlib.h>

#include <atomic>
#include <new>

#include "base/check.h"
#include "base/grace.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "tools/trace/delivery.h"
#include "tools/trace/device/calls.h"
#include "tools/trace/device/cupti_library.h"

namespace limpid::tools::trace::cupti {
namespace {

constexpr size_t kChunk = size_t{256} << 10;  // a buffer for CUPTI, with its header
constexpr RecordKind kDataKinds[] = {RecordKind::copy, RecordKind::copy_between_devices, RecordKind::fill};

void read_chunk(const Buffer& chunk);

// Buffers go to the reader as a trace's go to its tool: the same thread, queue and waits.
constexpr Interface kReading{Interface::Asker::own_thread, 0, nullptr, nullptr, read_chunk};
constinit Delivery g_reader{kReading, nullptr, nullptr};

constinit Calls g_calls{};
constinit std::atomic<Receive> g_receive{nullptr};

// Held while CUPTI is commanded: traces of several devices start and stop, and the process ends meanwhile. Not held
// while a tool is waited for, which may command in its turn.
constinit sync::Mutex g_commands{};
constinit void* g_subscriber = nullptr;     // from start to stop; under that lock
constinit std::atomic<bool> g_over{false};  // nothing starts any more; changed under that lock

constinit thread_local uint32_t t_operation = 0;  // what this thread submits; 0: nothing

// ---- Memory for CUPTI ----

constinit sync::Mutex g_lock{};  // guards the next
constinit Buffer* g_free = nullptr;

Buffer* take_chunk() {
  {
    sync::MutexGuard guard(g_lock);
    if (Buffer* const chunk = g_free) {
      g_free = chunk->next;
      return chunk;
    }
  }
  void* const pages = platform::map_pages(kChunk);
  if (pages == nullptr) return nullptr;
  return ::new (pages) Buffer{pages, kChunk, 0, sizeof(Buffer), sizeof(Buffer), nullptr, nullptr};
}

void free_chunk(Buffer* chunk) {
  sync::MutexGuard guard(g_lock);
  chunk->complete = nullptr;
  chunk->next = g_free;
  g_free = chunk;
}

uint8_t* content_of(const Buffer& chunk) {
  return static_cast<uint8_t*>(chunk.address) + chunk.first;
}

// ---- CUPTI's threads ----

void on_request(uint8_t** buffer, size_t* bytes, size_t* most_records) {
  Buffer* const chunk = take_chunk();
  *buffer = chunk != nullptr ? content_of(*chunk) : nullptr;
  *bytes = chunk != nullptr ? kChunk - sizeof(Buffer) : 0;
  *most_records = 0;
}

void on_complete(void*, uint32_t, uint8_t* buffer, size_t, size_t valid) {
  if (buffer == nullptr) return;
  auto* const chunk = reinterpret_cast<Buffer*>(buffer - sizeof(Buffer));
  chunk->used = chunk->first + valid;
  g_reader.deliver(*chunk);
}

// On the thread that makes the call.
void on_call(void*, uint32_t, uint32_t, const CallData* call) {
  if (call->end == 0 && t_operation != 0) g_calls.note(call->call, t_operation);
}

uint64_t on_clock() {
  return static_cast<uint64_t>(platform::monotonic_ns());
}

// ---- The clock ----

constinit std::atomic<int64_t> g_behind{0};  // what to add to CUPTI's times
constinit bool g_own_clock = false;          // CUPTI's times are ours

// The shortest of a few attempts says it best.
void compare_clocks(const Library& library) {
  if (g_own_clock) return;
  constexpr int kAttempts = 8;
  int64_t shortest = INT64_MAX;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const int64_t before = platform::monotonic_ns();
    uint64_t theirs = 0;
    if (library.GetTimestamp(&theirs) != kSuccess) return;
    const int64_t took = platform::monotonic_ns() - before;
    if (took >= shortest) continue;
    shortest = took;
    g_behind.store(before + took / 2 - static_cast<int64_t>(theirs), std::memory_order_relaxed);
  }
}

Interval interval_of(uint64_t start, uint64_t end) {
  const int64_t behind = g_behind.load(std::memory_order_relaxed);
  return {static_cast<int64_t>(start) + behind, static_cast<int64_t>(end) + behind};
}

// ---- The reader's thread ----

void receive(uint32_t call, const Activity& activity) {
  // Pairs with the store in start().
  const Receive function = g_receive.load(std::memory_order_acquire);
  if (function != nullptr) function(g_calls.operation_of(call), activity);
}

void read_kernel(const KernelRecord& record) {
  if (record.start == 0 || record.end == 0) return;
  const auto blocks = static_cast<uint32_t>(record.grid[0]) * static_cast<uint32_t>(record.grid[1]) *
                      static_cast<uint32_t>(record.grid[2]);
  receive(record.call,
          {Activity::Kind::kernel, record.device, record.stream, blocks,
           interval_of(record.start, record.end), 0, record.name != nullptr ? record.name : "kernel"});
}

template <class MemoryRecords>
void read_memory(const MemoryRecords& record, Activity::Kind kind, const char* name) {
  if (record.start == 0 || record.end == 0) return;
  receive(record.call,
          {kind, record.device, record.stream, 0, interval_of(record.start, record.end), record.bytes, name});
}

void read_record(const Record& record) {
  switch (record.kind) {
    case RecordKind::serial_kernel:
    case RecordKind::kernel:
      return read_kernel(reinterpret_cast<const KernelRecord&>(record));
    case RecordKind::copy:
      return read_memory(reinterpret_cast<const MemoryRecord&>(record), Activity::Kind::copy, "memcpy");
    case RecordKind::fill:
      return read_memory(reinterpret_cast<const MemoryRecord&>(record), Activity::Kind::fill, "memset");
    case RecordKind::copy_between_devices:
      return read_memory(reinterpret_cast<const PeerCopyRecord&>(record), Activity::Kind::copy, "memcpy");
  }
}

void read_chunk(const Buffer& chunk) {
  const Library& found = *library();
  compare_clocks(found);
  Record* record = nullptr;
  while (found.ActivityGetNextRecord(content_of(chunk), chunk.used - chunk.first, &record) == kSuccess)
    read_record(*record);
  free_chunk(static_cast<Buffer*>(chunk.address));
}

// ---- Commands: called with their lock held ----

// To be told of a call as it is made costs less than CUPTI's records of it (docs/performance/gpu.md).
bool enable_calls(const Library& found) {
  void* subscriber = nullptr;
  if (found.Subscribe(&subscriber, on_call, nullptr) != kSuccess) return false;
  // An older CUPTI does not know a newer driver's calls.
  for (const uint32_t call : kWorkingCalls) found.EnableCallback(1, subscriber, kDriverCalls, call);
  g_subscriber = subscriber;
  return true;
}

void unsubscribe(const Library& found) {
  found.Unsubscribe(g_subscriber);
  g_subscriber = nullptr;
}

void disable(const Library& found) {
  found.ActivityDisable(RecordKind::kernel);
  for (const RecordKind kind : kDataKinds) found.ActivityDisable(kind);
}

// Called when another tool cannot be the user of CUPTI. False: it has not begun.
bool enable_records(const Library& found) {
  if (found.ActivityRegisterCallbacks(on_request, on_complete) != kSuccess) return false;
  g_own_clock = found.ActivityRegisterTimestampCallback != nullptr &&
                found.ActivityRegisterTimestampCallback(on_clock) == kSuccess;
  compare_clocks(found);
  return found.ActivityEnable(RecordKind::kernel) == kSuccess;
}

bool enable(const Library& found) {
  LIMPID_DCHECK(g_subscriber == nullptr);
  if (!enable_calls(found)) return false;
  if (enable_records(found)) return true;
  unsubscribe(found);
  return false;
}

void stop_records() {
  if (g_subscriber == nullptr) return;
  const Library& found = *library();
  disable(found);
  found.ActivityFlushAll(kFlushAll);
  unsubscribe(found);
}

// CUPTI ends itself in a function of the process's exit, which it registered before this one: what it has must
// be taken now, and it must not be commanded afterwards, whatever the tool asks for in what it is given now.
void end_at_exit() {
  {
    sync::MutexGuard guard(g_commands);
    g_over.store(true, std::memory_order_relaxed);
    stop_records();
  }
  await();
}

}  // namespace

bool is_there() {
  return !g_over.load(std::memory_order_relaxed) && library() != nullptr;
}

bool start(Receive function) {
  sync::MutexGuard guard(g_commands);
  if (!is_there() || !g_calls.prepare() || !g_reader.start()) return false;
  // Pairs with the load in receive().
  g_receive.store(function, std::memory_order_release);
  if (!enable(*library())) {
    g_receive.store(nullptr, std::memory_order_relaxed);
    return false;
  }
  static constinit bool registered = false;
  if (!registered) atexit(end_at_exit);
  registered = true;
  return true;
}

void measure_data() {
  sync::MutexGuard guard(g_commands);
  if (g_subscriber == nullptr) return;
  for (const RecordKind kind : kDataKinds) library()->ActivityEnable(kind);
}

void flush() {
  sync::MutexGuard guard(g_commands);
  if (g_subscriber != nullptr) library()->ActivityFlushAll(kFlushComplete);
}

void stop() {
  sync::MutexGuard guard(g_commands);
  stop_records();
}

void await() {
  g_reader.await(platform::monotonic_ns() + base::kGraceNs);
}

void submit_for(uint32_t operation) {
  t_operation = operation;
}

void forget_after_fork() {
  g_over.store(true, std::memory_order_relaxed);
  t_operation = 0;
  g_receive.store(nullptr, std::memory_order_relaxed);
  g_lock.reset_after_fork();
  g_commands.reset_after_fork();
  g_subscriber = nullptr;
  g_reader.forget_after_fork();
}

}  // namespace limpid::tools::trace::cupti
