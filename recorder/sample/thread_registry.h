// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "sample/thread_slot.h"

namespace limpid::recorder {

// All threads that are sampled. Threads attach and detach themselves; the sampler walks over the slots.
class ThreadRegistry {
 public:
  static constexpr uint32_t kCapacity = 1u << 16;

  // The calling thread's slot; nullptr if it is not sampled. Async-signal-safe.
  static ThreadSlot* current() { return current_; }

  // Begins to sample the calling thread, or changes its type if it already is; an outsider that is none any
  // more begins anew. `root`: see ThreadSlot. Not for handlers. nullptr: no memory.
  ThreadSlot* attach(profile::ThreadType type, uint64_t begin_ns, NodeId root = kProgramNode);

  // The sampler begins to sample another thread, or who attached the recorder to a process in which it is already.
  // stack_high: 0 if it is not known, or nobody knows what kind of thread that is: then it is not asked.
  void adopt(pid_t tid, uint64_t begin_ns, NodeId root, uint64_t stack_high,
             profile::ThreadType type = profile::ThreadType::kOther);

  // A recording begins where an earlier one has ended, and threads may still hold the slots that they had: these are kept
  // for them, until adopt() finds the thread again.
  void keep_slots();
  bool is_sampled(pid_t tid) const { return find(ThreadSlot::kLive, tid) != nullptr; }
  ThreadSlot* find_adopted(pid_t tid) const;

  // The slot of the calling thread, also if it was adopted. Async-signal-safe.
  ThreadSlot* current_or_adopted();

  // Ends it. The slot is the sampler's from here on.
  void detach();

  // The timers of all threads. Any thread, also in handlers.
  void stop_timers() const;

  // In a forked child: only the calling thread is left, and it starts anew.
  void reset_after_fork();

  uint32_t high_water() const { return high_water_.load(std::memory_order_acquire); }
  ThreadSlot* slot(uint32_t i) const {
    return slots_ == nullptr ? nullptr : slots_[i].load(std::memory_order_acquire);
  }

 private:
  ThreadSlot* take_slot();
  ThreadSlot* find(uint32_t life, pid_t tid) const;
  bool make_room();
  static void end(ThreadSlot* slot, uint64_t end_ns);

  // constinit: no access goes through an initialization function. The linter does not know it.
  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers)
  [[gnu::tls_model("initial-exec")]] static constinit thread_local ThreadSlot* current_;

  std::atomic<ThreadSlot*>* slots_ = nullptr;
  std::atomic<uint32_t> high_water_{0};
  std::atomic<uint32_t> next_id_{0};
  std::atomic<bool> any_adopted_{false};
  std::atomic_flag creating_;
};

}  // namespace limpid::recorder
