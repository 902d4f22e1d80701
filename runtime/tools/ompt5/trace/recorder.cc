// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace's phase, its current buffer, and the request to the tool for the next one.
#include "tools/ompt5/trace/recorder.h"

#include <atomic>

#include "core/icv/devices.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "sync/mutex.h"
#include "tools/ompt5/trace/delivery.h"

namespace limpid::tools::ompt5::trace {
namespace {

enum class Phase : uint8_t {
  stopped,
  running,
  starved,  // the tool gave no buffer: nothing is recorded until the next start
};

// Guarded by lock, except for the atomics.
struct Recorder {
  sync::Mutex lock;
  Phase phase = Phase::stopped;
  bool paused = false;
  uint64_t run = 0;  // number of starts
  ompt_callback_buffer_request_t request = nullptr;
  ompt_callback_buffer_complete_t complete = nullptr;
  Buffer* current = nullptr;
  // 1 while a thread is in the tool's request; the others wait for its outcome.
  std::atomic<uint32_t> requesting{0};
  std::atomic<uint64_t> events{0};
  std::atomic<uint32_t> native{0};
};
constinit Recorder g_recorder{};
constinit thread_local bool t_requests = false;  // the thread is in the tool's request

void send_current() {
  if (g_recorder.current != nullptr) deliver(*g_recorder.current);
  g_recorder.current = nullptr;
}

// A buffer that is too small for a record is not used; the tool's memory is not touched.
void accept(ompt_buffer_t* address, size_t bytes, ompt_callback_buffer_complete_t complete, uint64_t run) {
  Buffer* buffer = make_buffer(address, bytes, complete);
  const bool wanted = g_recorder.run == run && g_recorder.phase == Phase::running;
  if (buffer != nullptr && !wanted) {
    deliver(*buffer);
  } else if (buffer != nullptr) {
    g_recorder.current = buffer;
  } else if (wanted) {
    g_recorder.phase = Phase::starved;
  }
}

// The lock is held before and after the call, and released during the tool's request.
void request_buffer() {
  const auto request = g_recorder.request;
  const auto complete = g_recorder.complete;
  const uint64_t run = g_recorder.run;
  g_recorder.requesting.store(1, std::memory_order_relaxed);
  g_recorder.lock.unlock();
  ompt_buffer_t* address = nullptr;
  size_t bytes = kProposedBuffer;
  t_requests = true;
  request(core::host_device(), &address, &bytes);
  t_requests = false;
  g_recorder.lock.lock();
  accept(address, bytes, complete, run);
  // Pairs with the load in await_requests().
  g_recorder.requesting.store(0, std::memory_order_release);
  platform::futex_wake(g_recorder.requesting, platform::kWakeAll);
}

void await_request() {
  g_recorder.lock.unlock();
  platform::futex_wait(g_recorder.requesting, 1);
  g_recorder.lock.lock();
}

bool writes() {
  return g_recorder.phase == Phase::running && !g_recorder.paused;
}

// Called with the lock held. A record that does not fit into an empty buffer is lost.
void* find_room(ompt_record_t kind, ompt_id_t operation, size_t bytes) {
  while (writes()) {
    if (g_recorder.current != nullptr) {
      void* room = g_recorder.current->append(kind, operation, bytes);
      if (room != nullptr || g_recorder.current->empty()) return room;
      send_current();
    } else if (g_recorder.requesting.load(std::memory_order_relaxed) != 0) {
      await_request();
    } else {
      request_buffer();
    }
  }
  return nullptr;
}

}  // namespace

bool start(ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete) {
  if (request == nullptr || complete == nullptr || !start_delivery()) return false;
  sync::MutexGuard guard(g_recorder.lock);
  if (g_recorder.phase == Phase::running) return false;
  g_recorder.request = request;
  g_recorder.complete = complete;
  g_recorder.paused = false;
  g_recorder.phase = Phase::running;
  ++g_recorder.run;
  return true;
}

bool pause(bool paused) {
  sync::MutexGuard guard(g_recorder.lock);
  if (g_recorder.phase == Phase::stopped) return false;
  g_recorder.paused = paused;
  return true;
}

bool flush() {
  {
    sync::MutexGuard guard(g_recorder.lock);
    if (g_recorder.phase == Phase::stopped) return false;
    if (g_recorder.current != nullptr && !g_recorder.current->empty()) send_current();
  }
  await_delivery();
  return true;
}

bool stop() {
  {
    sync::MutexGuard guard(g_recorder.lock);
    if (g_recorder.phase == Phase::stopped) return false;
    g_recorder.phase = Phase::stopped;
    send_current();
  }
  await_delivery();
  return true;
}

void await_requests() {
  if (t_requests) return;
  constexpr int64_t kGraceNs = INT64_C(2000000000);
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  // Pairs with the store in request_buffer().
  while (g_recorder.requesting.load(std::memory_order_acquire) != 0) {
    const int64_t left = deadline - platform::monotonic_ns();
    if (left <= 0) return;
    platform::futex_wait_for(g_recorder.requesting, 1, left);
  }
}

void enable_events(uint64_t bits, bool on) {
  if (on)
    g_recorder.events.fetch_or(bits, std::memory_order_relaxed);
  else
    g_recorder.events.fetch_and(~bits, std::memory_order_relaxed);
}

void enable_native(uint32_t flags, bool on) {
  if (on)
    g_recorder.native.fetch_or(flags, std::memory_order_relaxed);
  else
    g_recorder.native.fetch_and(~flags, std::memory_order_relaxed);
}

bool event_enabled(ompt_callbacks_t event) {
  return (g_recorder.events.load(std::memory_order_relaxed) >> event & 1) != 0;
}

bool native_enabled(ompt_native_mon_flag_t flag) {
  return (g_recorder.native.load(std::memory_order_relaxed) & static_cast<uint32_t>(flag)) != 0;
}

void forget_after_fork() {
  g_recorder.lock.reset_after_fork();
  g_recorder.phase = Phase::stopped;
  g_recorder.current = nullptr;
  g_recorder.requesting.store(0, std::memory_order_relaxed);
  g_recorder.events.store(0, std::memory_order_relaxed);
  g_recorder.native.store(0, std::memory_order_relaxed);
  forget_delivery_after_fork();
}

Writing::Writing(ompt_record_t kind, ompt_id_t operation, size_t bytes) {
  g_recorder.lock.lock();
  room_ = find_room(kind, operation, bytes);
}

Writing::~Writing() {
  g_recorder.lock.unlock();
}

}  // namespace limpid::tools::ompt5::trace
