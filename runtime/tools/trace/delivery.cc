// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the trace's thread, has it give buffers back, and waits for it.
#include "tools/trace/delivery.h"

#include <signal.h>

#include "base/check.h"
#include "base/grace.h"
#include "core/team/attach.h"
#include "platform/clock.h"
#include "platform/os_thread.h"
#include "platform/sleep_probe.h"

namespace limpid::tools::trace {
namespace {

// How long the thread waits for work before it ends. A process ends with its last thread, so this one must
// not stay for ever.
constexpr int64_t kLingerNs = 500'000'000;

// All signals are blocked in the thread: it must not run the program's handlers.
bool start_without_signals(void* (*entry)(void*), void* argument) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = platform::start_thread(entry, argument, 0);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error == 0;
}

}  // namespace

// ---- The thread ----

void* Delivery::serve(void* delivery) {
  core::keep_unobserved();
  static_cast<Delivery*>(delivery)->serve_until_idle();
  return nullptr;
}

void Delivery::serve_until_idle() {
  {
    sync::MutexGuard guard(lock_);
    thread_ = platform::native_thread_id();
  }
  do {
    while (serve_once()) {
    }
    work_.sleep_unless_for(kLingerNs, [this] {
      sync::MutexGuard guard(lock_);
      return has_work();
    });
  } while (!retires());
}

// False: there was nothing to do.
bool Delivery::serve_once() {
  Buffer* buffer;
  {
    sync::MutexGuard guard(lock_);
    if (!has_work()) return false;
    buffer = pop();
    if (buffer == nullptr) errand_due_ = false;
  }
  if (buffer == nullptr) {
    errand_(owner_);
    return true;
  }
  give_back(interface_, buffer);
  {
    sync::MutexGuard guard(lock_);
    ++taken_;
  }
  progress_.notify_all();
  return true;
}

// True: the thread ends. As the process's last one it runs the process's end, which must not count it.
bool Delivery::retires() {
  sync::MutexGuard guard(lock_);
  if (has_work()) return false;
  running_ = false;
  thread_ = 0;
  return true;
}

// ---- Called with the lock held ----

Buffer* Delivery::pop() {
  Buffer* const buffer = oldest_;
  if (buffer != nullptr) oldest_ = buffer->next;
  if (oldest_ == nullptr) newest_ = nullptr;
  return buffer;
}

// Starts the thread if it does not run.
bool Delivery::runs() {
  if (!running_) running_ = start_without_signals(serve, this);
  return running_;
}

// ---- Other threads ----

bool Delivery::start() {
  sync::MutexGuard guard(lock_);
  return !over_ && runs();
}

void Delivery::deliver(Buffer& buffer) {
  buffer.next = nullptr;
  {
    sync::MutexGuard guard(lock_);
    if (over_) return;
    (newest_ != nullptr ? newest_->next : oldest_) = &buffer;
    newest_ = &buffer;
    ++sent_;
    runs();
  }
  work_.notify_all();
}

bool Delivery::run_errand() {
  {
    sync::MutexGuard guard(lock_);
    LIMPID_DCHECK(!errand_due_);
    if (over_ || !runs()) return false;
    errand_due_ = true;
  }
  work_.notify_all();
  return true;
}

bool Delivery::is_own_thread() {
  sync::MutexGuard guard(lock_);
  return thread_ == platform::native_thread_id();
}

uint32_t Delivery::sent() {
  sync::MutexGuard guard(lock_);
  return sent_;
}

bool Delivery::is_taken(uint32_t sent) {
  sync::MutexGuard guard(lock_);
  return static_cast<int32_t>(sent - taken_) <= 0;
}

void Delivery::await(int64_t deadline_ns) {
  if (is_own_thread()) return;
  const uint32_t sent = this->sent();
  const auto done = [&] { return is_taken(sent); };
  for (int64_t left; !done() && (left = deadline_ns - platform::monotonic_ns()) > 0;)
    progress_.sleep_unless_for(left, done);
}

// False: the thread is not there and cannot be started.
bool Delivery::can_go_on(uint64_t& thread) {
  sync::MutexGuard guard(lock_);
  thread = thread_;
  return runs();
}

void Delivery::finish() {
  constexpr int64_t kPollNs = 50'000'000;
  constexpr int64_t kPatience = base::kGraceNs / kPollNs;
  if (!is_own_thread()) {
    const uint32_t sent = this->sent();
    const auto done = [&] { return is_taken(sent); };
    platform::SleepProbe probe;
    uint64_t thread = 0;
    for (int64_t asleep = 0; asleep < kPatience && !done() && can_go_on(thread);) {
      progress_.sleep_unless_for(kPollNs, done);
      asleep = probe.still_asleep(thread) ? asleep + 1 : 0;
    }
  }
  sync::MutexGuard guard(lock_);
  over_ = true;
  errand_due_ = false;
  while (pop() != nullptr) ++taken_;
}

void Delivery::forget_after_fork() {
  lock_.reset_after_fork();
  over_ = running_ = errand_due_ = false;
  thread_ = 0;
  oldest_ = newest_ = nullptr;
  taken_ = sent_;
}

}  // namespace limpid::tools::trace
