// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of a trace, its current buffer, and the request to the tool for the next one.
#include "tools/trace/trace.h"

#include "base/check.h"
#include "base/grace.h"
#include "platform/clock.h"
#include "platform/os_thread.h"

namespace limpid::tools::trace {

// ---- Commands ----

bool Trace::start(int32_t device, Callback request, Callback complete) {
  if (request == nullptr || complete == nullptr || !delivery_.start()) return false;
  sync::MutexGuard guard(lock_);
  if (phase_ == Phase::running) return false;
  device_ = device;
  request_ = request;
  complete_ = complete;
  paused_ = false;
  phase_ = Phase::running;
  ++run_;
  return true;
}

bool Trace::pause(bool paused) {
  sync::MutexGuard guard(lock_);
  if (phase_ == Phase::stopped) return false;
  paused_ = paused;
  return true;
}

bool Trace::flush() {
  {
    sync::MutexGuard guard(lock_);
    if (phase_ == Phase::stopped) return false;
    if (current_ != nullptr && !current_->empty()) send_current();
  }
  delivery_.await(platform::monotonic_ns() + base::kGraceNs);
  return true;
}

// Threads that wait for a buffer go on without one. A buffer that the tool is about to give comes back too.
bool Trace::stop() {
  {
    sync::MutexGuard guard(lock_);
    if (phase_ == Phase::stopped) return false;
    phase_ = Phase::stopped;
    send_current();
  }
  answered_.notify_all();
  const int64_t deadline = platform::monotonic_ns() + base::kGraceNs;
  await_others_request(deadline);
  delivery_.await(deadline);
  return true;
}

// An earlier stop may have given up waiting.
void Trace::end() {
  stop();
  await_others_request(platform::monotonic_ns() + base::kGraceNs);
  delivery_.finish();
}

void Trace::forget_after_fork() {
  lock_.reset_after_fork();
  phase_ = Phase::stopped;
  paused_ = asking_ = false;
  asker_ = 0;
  current_ = nullptr;
  delivery_.forget_after_fork();
}

// ---- Writing: called with the lock held ----

// A record that does not fit into an empty buffer is lost; so is one whose trace ends while it waits for a buffer,
// even if the tool, when it was asked, has started the next.
void* Trace::find_room(size_t bytes) {
  for (const uint64_t run = run_; writes() && run_ == run;) {
    if (current_ != nullptr) {
      void* const room = current_->append(bytes);
      if (room != nullptr || current_->empty()) return room;
      send_current();
    } else if (asking_) {
      await_answer();
    } else {
      need_buffer();
    }
  }
  return nullptr;
}

void Trace::send_current() {
  if (current_ != nullptr) delivery_.deliver(*current_);
  current_ = nullptr;
}

// The lock is released meanwhile.
void Trace::await_answer() {
  lock_.unlock();
  answered_.sleep_unless([this] {
    sync::MutexGuard guard(lock_);
    return !asking_ || !writes();
  });
  lock_.lock();
}

// The lock is released during the tool's request.
void Trace::need_buffer() {
  LIMPID_DCHECK(current_ == nullptr && !asking_);
  if (interface_.asker == Interface::Asker::recording_thread) {
    const Request asked = begin_request();
    lock_.unlock();
    request_buffer(asked);
    lock_.lock();
  } else {
    asking_ = delivery_.run_errand();
    if (!asking_) phase_ = Phase::starved;
  }
}

Trace::Request Trace::begin_request() {
  asking_ = true;
  asker_ = platform::native_thread_id();
  return {device_, request_, complete_, run_};
}

// False: the buffer is not for this trace. Null: the tool gave none.
bool Trace::accept(Buffer* buffer, uint64_t run) {
  if (run_ != run || phase_ != Phase::running) return false;
  LIMPID_DCHECK(current_ == nullptr);
  current_ = buffer;
  if (buffer == nullptr) phase_ = Phase::starved;
  return true;
}

void Trace::end_request() {
  LIMPID_DCHECK(asking_);
  asking_ = false;
  asker_ = 0;
}

// ---- The tool's request: called without the lock ----

// A buffer that is not used goes back, or is at least sent, before the request counts as answered: whoever
// waits for the answer and then for the deliveries waits for it as well.
void Trace::request_buffer(const Request& asked) {
  void* address = nullptr;
  size_t bytes = interface_.proposed;
  interface_.request(asked.device, asked.request, &address, &bytes);
  Buffer* buffer = make_buffer(interface_, asked.device, address, bytes, asked.complete);
  if (buffer != nullptr && buffer->first == 0) {
    reject(buffer);
    buffer = nullptr;
  }
  {
    sync::MutexGuard guard(lock_);
    if (!accept(buffer, asked.run) && buffer != nullptr) delivery_.deliver(*buffer);
    end_request();
  }
  answered_.notify_all();
}

// The tool takes buffers on the trace's own thread.
void Trace::reject(Buffer* buffer) {
  if (interface_.asker == Interface::Asker::own_thread)
    give_back(interface_, buffer);
  else
    delivery_.deliver(*buffer);
}

// On the trace's own thread. The trace may have stopped since it needed a buffer.
void Trace::answer_errand(void* trace) {
  Trace& self = *static_cast<Trace*>(trace);
  Request asked{};
  bool wanted;
  {
    sync::MutexGuard guard(self.lock_);
    LIMPID_DCHECK(self.asking_);
    wanted = self.phase_ == Phase::running;
    wanted ? void(asked = self.begin_request()) : self.end_request();
  }
  wanted ? self.request_buffer(asked) : self.answered_.notify_all();
}

bool Trace::others_ask() {
  sync::MutexGuard guard(lock_);
  return asking_ && asker_ != platform::native_thread_id();
}

void Trace::await_others_request(int64_t deadline_ns) {
  if (delivery_.is_own_thread()) return;
  const auto done = [this] { return !others_ask(); };
  for (int64_t left; !done() && (left = deadline_ns - platform::monotonic_ns()) > 0;)
    answered_.sleep_unless_for(left, done);
}

}  // namespace limpid::tools::trace
