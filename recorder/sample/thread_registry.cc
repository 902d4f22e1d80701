// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/thread_registry.h"

#include <pthread.h>

#include "sample/task_file.h"
#include "sample/thread_times.h"
#include "system.h"
#include "trace/thread_trace.h"

namespace limpid::recorder {

constinit thread_local ThreadSlot* ThreadRegistry::current_ = nullptr;

namespace {

// A sample takes some kilobytes of the thread's stack, most of them the processor's registers. Threads of the
// program's that have less are left alone: it may need all of it.
constexpr uint64_t kSmallStack = 32 << 10;

// Both 0 if the thread library does not know.
struct StackRange {
  uint64_t bytes = 0, high = 0;
};

StackRange stack_of_this_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* low = nullptr;
  size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return known ? StackRange{bytes, reinterpret_cast<uint64_t>(low) + bytes} : StackRange{};
}

void start_over(ThreadSlot* slot, uint32_t id, pid_t tid, profile::ThreadType type, uint64_t begin_ns,
                NodeId root) {
  slot->phase.store(ThreadSlot::kIdle, std::memory_order_relaxed);
  slot->id = id;
  slot->tid = tid;
  slot->type = type;
  slot->begin_ns = begin_ns;
  slot->end_ns = 0;
  slot->begin_times = slot->end_times = {};
  slot->stack_high = 0;
  slot->root = root;
  slot->adopted = slot->came_to_openmp = false;
  slot->may_be_asked = true;
  slot->ask_runtime.store(false, std::memory_order_relaxed);
  slot->region_depth.store(0, std::memory_order_relaxed);
  slot->awaited_device.store(0, std::memory_order_relaxed);
  slot->construct_began_ns = 0;
  slot->implicit_depth.store(0, std::memory_order_relaxed);
  slot->implicit_period.store(0, std::memory_order_relaxed);
  slot->held_open.store(0, std::memory_order_relaxed);
  slot->own_samples.clear();
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

bool ThreadRegistry::make_room() {
  while (creating_.test_and_set(std::memory_order_acquire)) {
  }
  if (slots_ == nullptr)
    slots_ = static_cast<std::atomic<ThreadSlot*>*>(map_pages(kCapacity * sizeof(void*)));
  creating_.clear(std::memory_order_release);
  return slots_ != nullptr;
}

ThreadSlot* ThreadRegistry::find(uint32_t life, pid_t tid) const {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* s = slot(i);
    if (s != nullptr && s->life.load(std::memory_order_acquire) == life && s->tid == tid) return s;
  }
  return nullptr;
}

ThreadSlot* ThreadRegistry::find_adopted(pid_t tid) const {
  if (!any_adopted_.load(std::memory_order_acquire)) return nullptr;
  ThreadSlot* found = find(ThreadSlot::kLive, tid);
  return found != nullptr && found->adopted ? found : nullptr;
}

// Of several that a thread has had, it knows the latest. One whose number another thread has by now is that one's.
void ThreadRegistry::keep_slots() {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* s = slot(i);
    if (s == nullptr || s->life.load(std::memory_order_relaxed) != ThreadSlot::kFree) continue;
    if (syscall(SYS_tgkill, getpid(), s->tid, 0) != 0) continue;
    ThreadSlot* other = find(ThreadSlot::kKept, s->tid);
    if (other != nullptr && other->id > s->id) continue;
    if (other != nullptr) other->life.store(ThreadSlot::kFree, std::memory_order_relaxed);
    s->life.store(ThreadSlot::kKept, std::memory_order_relaxed);
  }
  next_id_.store(0, std::memory_order_relaxed);
}

// A thread without a slot may share the words of another one's: who has begun it is not known.
ThreadSlot* ThreadRegistry::current_or_adopted() {
  if (!any_adopted_.load(std::memory_order_acquire)) [[likely]]
    return current_;
  const ErrnoGuard keep;
  const pid_t tid = thread_id();
  if (current_ != nullptr) return current_->tid == tid ? current_ : nullptr;
  current_ = find_adopted(tid);
  return current_;
}

ThreadSlot* ThreadRegistry::attach(profile::ThreadType type, uint64_t begin_ns, NodeId root) {
  ThreadSlot* before = current_or_adopted();
  const bool goes_on = before != nullptr && (!before->outsider() || type == profile::ThreadType::kOther);
  if (goes_on) {
    if (type != profile::ThreadType::kUnknown) before->type = type;
    return before;
  }
  ThreadSlot* slot = make_room() ? take_slot() : nullptr;
  if (slot == nullptr) return before;
  start_over(slot, next_id_.fetch_add(1, std::memory_order_relaxed), thread_id(), type, begin_ns, root);
  const StackRange stack = stack_of_this_thread();
  slot->stack_high = stack.high;
  slot->may_be_asked = type != profile::ThreadType::kOther || stack.bytes >= kSmallStack;
  if (before != nullptr) {
    slot->held_open.store(before->held_open.load(std::memory_order_relaxed), std::memory_order_relaxed);
    before->came_to_openmp = true;
  }
  slot->begin_times = read_own_times();
  current_ = slot;
  slot->life.store(ThreadSlot::kLive, std::memory_order_release);
  if (before != nullptr) end(before, begin_ns);
  return slot;
}

void ThreadRegistry::adopt(pid_t tid, uint64_t begin_ns, NodeId root, uint64_t stack_high,
                           profile::ThreadType type) {
  ThreadSlot* slot = find(ThreadSlot::kKept, tid);
  if (slot == nullptr && make_room()) slot = take_slot();
  if (slot == nullptr) return;
  start_over(slot, next_id_.fetch_add(1, std::memory_order_relaxed), tid, type, begin_ns, root);
  slot->adopted = true;
  slot->stack_high = stack_high;
  slot->may_be_asked = stack_high != 0;
  slot->ask_runtime.store(type != profile::ThreadType::kOther, std::memory_order_relaxed);
  any_adopted_.store(true, std::memory_order_release);
  slot->life.store(ThreadSlot::kLive, std::memory_order_release);
}

// From here on it is the sampler's, which may have ended one that it adopted already.
void ThreadRegistry::end(ThreadSlot* slot, uint64_t end_ns) {
  if (slot->cache != nullptr) slot->cache->flush_all();
  slot->ask_runtime.store(false, std::memory_order_relaxed);
  slot->end_ns = end_ns;
  uint32_t expected = ThreadSlot::kLive;
  slot->life.compare_exchange_strong(expected, ThreadSlot::kEnded, std::memory_order_release);
}

void ThreadRegistry::detach() {
  ThreadSlot* slot = current_;
  if (slot == nullptr) return;
  current_ = nullptr;
  slot->end_times = read_own_times();
  end(slot, now_ns());
}

void ThreadRegistry::stop_timers() const {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    if (ThreadSlot* s = slot(i)) s->own_timer.stop();
  }
}

void ThreadRegistry::reset_after_fork() {
  const uint32_t n = high_water();
  for (uint32_t i = 0; i < n; ++i) {
    if (ThreadSlot* s = slot(i)) {
      close_task_file(&s->sampler.syscall_file);
      close_task_file(&s->sampler.queue_file);
      s->own_timer.forget();
      s->own_samples.clear();
      s->taking_own.store(false, std::memory_order_relaxed);
      s->sampler = {};
      s->life.store(ThreadSlot::kFree, std::memory_order_relaxed);
    }
  }
  current_ = nullptr;
  next_id_.store(0, std::memory_order_relaxed);
  any_adopted_.store(false, std::memory_order_relaxed);
  creating_.clear();
}

}  // namespace limpid::recorder
