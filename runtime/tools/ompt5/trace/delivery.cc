// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that gives buffers back to the tool.
#include "tools/ompt5/trace/delivery.h"

#include <signal.h>

#include <atomic>

#include "core/icv/devices.h"
#include "core/team/attach.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/os_thread.h"
#include "platform/sleep_probe.h"
#include "sync/mutex.h"

namespace limpid::tools::ompt5::trace {
namespace {

constexpr int64_t kGraceNs = INT64_C(2000000000);

// How long the thread waits for work before it ends. A process ends with its last thread, so this one must
// not stay for ever.
constexpr int64_t kLingerNs = 500000000;

// Guarded by g_lock: whether the thread runs, whether deliveries are over, and the queue of buffers, oldest
// first.
constinit sync::Mutex g_lock;
constinit bool g_running = false;
constinit bool g_over = false;
constinit Buffer* g_oldest = nullptr;
constinit Buffer* g_newest = nullptr;

// The numbers of buffers sent and of those that the tool has taken: the thread sleeps while they are equal.
// [delivery.sent] A sender releases the buffer that it queued. [delivery.taken] The thread releases the
// tool's use of a buffer.
constinit std::atomic<uint32_t> g_sent{0};
constinit std::atomic<uint32_t> g_taken{0};
constinit std::atomic<uint64_t> g_thread{0};  // its native id, once it runs
constinit thread_local bool t_delivers = false;

Buffer* take_oldest() {
  sync::MutexGuard guard(g_lock);
  Buffer* buffer = g_oldest;
  if (buffer == nullptr) return nullptr;
  g_oldest = buffer->next;
  if (g_oldest == nullptr) g_newest = nullptr;
  return buffer;
}

// From here on the buffer belongs to the tool.
void give_back(const Buffer& buffer) {
  if (buffer.empty())
    buffer.complete(core::host_device(), buffer.address, 0, 0, 1);
  else
    buffer.complete(core::host_device(), buffer.address, buffer.size, buffer.first(), 1);
}

// True: nothing is left to deliver, and the thread ends.
bool retires() {
  sync::MutexGuard guard(g_lock);
  if (g_oldest != nullptr) return false;
  g_running = false;
  t_delivers = false;  // as the process's last thread it would call finish_deliveries()
  return true;
}

void* run_delivery(void*) {
  t_delivers = true;
  g_thread.store(platform::native_thread_id(), std::memory_order_relaxed);
  core::keep_unobserved();
  for (;;) {
    const uint32_t sent = g_sent.load(std::memory_order_acquire);  // [delivery.sent]
    if (Buffer* buffer = take_oldest()) {
      give_back(*buffer);
      g_taken.fetch_add(1, std::memory_order_release);  // [delivery.taken]
      platform::futex_wake(g_taken, platform::kWakeAll);
    } else {
      platform::futex_wait_for(g_sent, sent, kLingerNs);
      if (g_sent.load(std::memory_order_acquire) == sent && retires()) return nullptr;  // [delivery.sent]
    }
  }
}

// All signals are blocked in the thread: it must not run the program's handlers.
bool start_without_signals() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = platform::start_thread(run_delivery, nullptr, 0);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error == 0;
}

// Called with the lock held. Starts the thread if it does not run.
bool runs() {
  if (!g_running) g_running = start_without_signals();
  return g_running;
}

bool is_running() {
  sync::MutexGuard guard(g_lock);
  return runs();
}

bool all_taken(uint32_t sent) {
  return static_cast<int32_t>(sent - g_taken.load(std::memory_order_acquire)) <= 0;  // [delivery.taken]
}

// Waits until the tool has taken everything, or seems to wait for the caller.
void await_all() {
  constexpr int64_t kLookNs = 50000000;
  constexpr int64_t kPatience = kGraceNs / kLookNs;
  const uint32_t sent = g_sent.load(std::memory_order_acquire);  // [delivery.sent]
  platform::SleepProbe probe;
  for (int64_t asleep = 0; asleep < kPatience && !all_taken(sent) && is_running();) {
    // [delivery.taken]
    platform::futex_wait_for(g_taken, g_taken.load(std::memory_order_acquire), kLookNs);
    asleep = probe.still_asleep(g_thread.load(std::memory_order_relaxed)) ? asleep + 1 : 0;
  }
}

void abandon_all() {
  sync::MutexGuard guard(g_lock);
  g_over = true;
  // [delivery.taken]
  for (; g_oldest != nullptr; g_oldest = g_oldest->next) g_taken.fetch_add(1, std::memory_order_release);
  g_newest = nullptr;
}

}  // namespace

bool start_delivery() {
  sync::MutexGuard guard(g_lock);
  return !g_over && runs();
}

void deliver(Buffer& buffer) {
  buffer.next = nullptr;
  {
    sync::MutexGuard guard(g_lock);
    if (g_over) return;
    (g_newest != nullptr ? g_newest->next : g_oldest) = &buffer;
    g_newest = &buffer;
    g_sent.fetch_add(1, std::memory_order_release);  // [delivery.sent]
    runs();
  }
  platform::futex_wake(g_sent, 1);
}

void await_delivery() {
  if (t_delivers) return;
  const uint32_t sent = g_sent.load(std::memory_order_acquire);  // [delivery.sent]
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  for (;;) {
    const uint32_t taken = g_taken.load(std::memory_order_acquire);  // [delivery.taken]
    const int64_t left = deadline - platform::monotonic_ns();
    if (all_taken(sent) || left <= 0) return;
    platform::futex_wait_for(g_taken, taken, left);
  }
}

void finish_deliveries() {
  if (!t_delivers) await_all();
  abandon_all();
}

void forget_delivery_after_fork() {
  g_lock.reset_after_fork();
  g_over = false;
  g_oldest = g_newest = nullptr;
  g_taken.store(g_sent.load(std::memory_order_relaxed), std::memory_order_relaxed);
  g_running = false;
}

}  // namespace limpid::tools::ompt5::trace
