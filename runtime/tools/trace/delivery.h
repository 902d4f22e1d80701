// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native thread of a trace, which OpenMP does not know: it gives buffers back to the tool.
// It ends when there has been nothing to do for a while, and starts again when there is.
#pragma once

#include <stdint.h>

#include "sync/event_count.h"
#include "sync/mutex.h"
#include "tools/trace/buffer.h"

namespace limpid::tools::trace {

// Guard   lock_ for all fields; it is not held while the tool's code runs.
// Sleep   the thread sleeps at work_, those that wait for it at progress_. Their conditions are read with the
//         lock held, and changed before the notification.
class Delivery {
 public:
  // errand(owner) is what else the thread does, once for each call of run_errand().
  constexpr Delivery(const Interface& interface, void (*errand)(void* owner), void* owner)
      : interface_(interface), errand_(errand), owner_(owner) {}

  // Starts the thread if it does not run. False: the system has no thread left, or deliveries are over.
  bool start();

  // The buffer goes back after those sent before. If the system has no thread left now, it goes back with the
  // next one. The caller may hold locks, as in run_errand().
  void deliver(Buffer& buffer);
  // False: the errand will not run, for the reasons of start().
  bool run_errand();

  // The caller is that thread: it must not wait for itself.
  bool is_own_thread();

  // Waits until the tool has taken what was sent before, until the deadline at most.
  void await(int64_t deadline_ns);

  // Before the end of the tool: waits as long as the tool goes on taking buffers. Once its callback has slept
  // in one and the same wait for the grace, the buffers left are dropped. Nothing is delivered afterwards.
  void finish();

  // In a fork's child: there is no such thread, and no buffer.
  void forget_after_fork();

 private:
  static void* serve(void* delivery);
  void serve_until_idle();
  bool serve_once();
  bool retires();
  Buffer* pop();
  bool runs();
  bool has_work() const { return oldest_ != nullptr || errand_due_; }
  uint32_t sent();
  bool is_taken(uint32_t sent);
  bool can_go_on(uint64_t& thread);

  const Interface& interface_;
  void (*const errand_)(void*);
  void* const owner_;

  sync::Mutex lock_;
  bool over_ = false;
  bool running_ = false;
  bool errand_due_ = false;
  uint64_t thread_ = 0;  // its native id; 0: it does not run
  Buffer* oldest_ = nullptr;
  Buffer* newest_ = nullptr;
  uint32_t sent_ = 0;  // buffers sent, and those that the tool has taken
  uint32_t taken_ = 0;

  sync::EventCount work_;
  sync::EventCount progress_;
};

}  // namespace limpid::tools::trace
