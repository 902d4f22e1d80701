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

// How long the thread stays when there is nothing to do. A process ends with its last thread: this one must
// not keep it.
constexpr int64_t kLingerNs = 500000000;

// Guarded by g_lock: whether the thread is there, whether there may be any more buffers, and those on their
// way, oldest first.
constinit sync::Mutex g_lock;
constinit bool g_running = false;
constinit bool g_over = false;
constinit Buffer* g_oldest = nullptr;
constinit Buffer* g_newest = nullptr;

// How many were sent, and how many of them the tool has taken. The thread sleeps while they are equal.
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

// The buffer is the tool's from here on.
void give_back(const Buffer& buffer) {
  if (buffer.empty())
    buffer.complete(core::host_device(), buffer.address, 0, 0, 1);
  else
    buffer.complete(core::host_device(), buffer.address, buffer.size, buffer.first(), 1);
}

// The thread may end: there is nothing to deliver.
bool retires() {
  sync::MutexGuard guard(g_lock);
  if (g_oldest != nullptr) return false;
  g_running = false;
  t_delivers = false;  // when it is the last thread of the process, it comes to finish_deliveries()
  return true;
}

void* run_delivery(void*) {
  t_delivers = true;
  g_thread.store(platform::native_thread_id(), std::memory_order_relaxed);
  core::keep_unobserved();
  for (;;) {
    const uint32_t sent = g_sent.load(std::memory_order_acquire);
    if (Buffer* buffer = take_oldest()) {
      give_back(*buffer);
      g_taken.fetch_add(1, std::memory_order_release);
      platform::futex_wake(g_taken, platform::kWakeAll);
    } else {
      platform::futex_wait_for(g_sent, sent, kLingerNs);
      if (g_sent.load(std::memory_order_acquire) == sent && retires()) return nullptr;
    }
  }
}

// The program's signals are not for this thread.
bool start_without_signals() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = platform::start_thread(run_delivery, nullptr, 0);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error == 0;
}

// With the lock held: starts the thread if it is not there.
bool runs() {
  if (!g_running) g_running = start_without_signals();
  return g_running;
}

bool is_running() {
  sync::MutexGuard guard(g_lock);
  return runs();
}

bool all_taken(uint32_t sent) {
  return static_cast<int32_t>(sent - g_taken.load(std::memory_order_acquire)) <= 0;
}

// Until the tool has everything or seems to wait for the caller.
void await_all() {
  constexpr int64_t kLookNs = 50000000;
  constexpr int64_t kPatience = kGraceNs / kLookNs;
  const uint32_t sent = g_sent.load(std::memory_order_acquire);
  platform::SleepProbe probe;
  for (int64_t asleep = 0; asleep < kPatience && !all_taken(sent) && is_running();) {
    platform::futex_wait_for(g_taken, g_taken.load(std::memory_order_acquire), kLookNs);
    asleep = probe.still_asleep(g_thread.load(std::memory_order_relaxed)) ? asleep + 1 : 0;
  }
}

void abandon_all() {
  sync::MutexGuard guard(g_lock);
  g_over = true;
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
    g_sent.fetch_add(1, std::memory_order_release);
    runs();
  }
  platform::futex_wake(g_sent, 1);
}

void await_delivery() {
  if (t_delivers) return;
  const uint32_t sent = g_sent.load(std::memory_order_acquire);
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  for (;;) {
    const uint32_t taken = g_taken.load(std::memory_order_acquire);
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
