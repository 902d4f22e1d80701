// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/thread_registry.h"

#include <pthread.h>

#include "sample/task_file.h"
#include "system.h"
#include "trace/thread_trace.h"

namespace limpid::recorder {

constinit thread_local ThreadSlot* ThreadRegistry::current_ = nullptr;

namespace {

// Upper end of the calling thread's stack; 0 if the thread library does not know.
uint64_t stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* low = nullptr;
  size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<uint64_t>(low) + bytes : 0;
}

void start_over(ThreadSlot* slot, uint32_t id, profile::ThreadType type, uint64_t begin_ns) {
  slot->phase.store(ThreadSlot::kIdle, std::memory_order_relaxed);
  slot->id = id;
  slot->tid = thread_id();
  slot->type = type;
  slot->begin_ns = begin_ns;
  slot->end_ns = 0;
  slot->stack_high = stack_end();
  slot->ask_runtime.store(false, std::memory_order_relaxed);
  slot->region_depth = 0;
  slot->implicit_depth.store(0, std::memory_order_relaxed);
  slot->held_open.store(0, std::memory_order_relaxed);
  slot->sampler = {};
  slot->sampler.accounted_ns = begin_ns;
  // Of a thread that is gone, and may not have said so.
  if (ThreadTrace* part = slot->trace.load(std::memory_order_relaxed)) part->end();
}

}  // namespace

// A free slot, now this thread's alone, or a new one. Free slots keep their caches: the memory is reused.
ThreadSlot* ThreadRegistry::take_slot() {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* s = slot(i);
    uint32_t expected = ThreadSlot::kFree;
    if (s != nullptr && s->life.load(std::memory_order_relaxed) == expected &&
        s->life.compare_exchange_strong(expected, ThreadSlot::kTaken, std::memory_order_acquire)) {
      return s;
    }
  }
  auto* fresh = static_cast<ThreadSlot*>(map_pages(sizeof(ThreadSlot)));
  if (fresh == nullptr) return nullptr;
  fresh->life.store(ThreadSlot::kTaken, std::memory_order_relaxed);
  const uint32_t place = high_water_.fetch_add(1, std::memory_order_acq_rel);
  if (place >= kCapacity) {
    high_water_.store(kCapacity, std::memory_order_release);
    munmap(fresh, sizeof(ThreadSlot));
    return nullptr;
  }
  slots_[place].store(fresh, std::memory_order_release);
  return fresh;
}

ThreadSlot* ThreadRegistry::attach(profile::ThreadType type, uint64_t begin_ns) {
  if (current_ != nullptr) {
    current_->type = type;
    return current_;
  }
  while (creating_.test_and_set(std::memory_order_acquire)) {
  }
  if (slots_ == nullptr)
    slots_ = static_cast<std::atomic<ThreadSlot*>*>(map_pages(kCapacity * sizeof(void*)));
  creating_.clear(std::memory_order_release);
  ThreadSlot* slot = slots_ == nullptr ? nullptr : take_slot();
  if (slot == nullptr) return nullptr;
  start_over(slot, next_id_.fetch_add(1, std::memory_order_relaxed), type, begin_ns);
  current_ = slot;
  slot->life.store(ThreadSlot::kLive, std::memory_order_release);
  return slot;
}

void ThreadRegistry::detach() {
  ThreadSlot* slot = current_;
  if (slot == nullptr) return;
  current_ = nullptr;
  if (slot->cache != nullptr) slot->cache->flush_all();
  slot->ask_runtime.store(false, std::memory_order_relaxed);
  slot->end_ns = now_ns();
  slot->life.store(ThreadSlot::kEnded, std::memory_order_release);
}

void ThreadRegistry::reset_after_fork() {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    if (ThreadSlot* s = slot(i)) {
      close_task_file(&s->sampler.syscall_file);
      close_task_file(&s->sampler.queue_file);
      s->sampler = {};
      s->life.store(ThreadSlot::kFree, std::memory_order_relaxed);
    }
  }
  current_ = nullptr;
  next_id_.store(0, std::memory_order_relaxed);
  creating_.clear();
}

}  // namespace limpid::recorder
