// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/outsiders.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <atomic>
#include <cstdlib>

#include "file/profile_file.h"
#include "file/record_writer.h"
#include "sample/task_file.h"
#include "sample/thread_registry.h"
#include "sample/thread_stack.h"
#include "sample/thread_times.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constinit std::atomic<pid_t> g_second_own{0};
constinit std::atomic<pid_t> g_attacher{0};

constexpr char kTasks[] = "/proc/self/task";
constexpr uint64_t kLookEvery = 50'000'000;  // ns
constexpr uint64_t kNameEvery = 100'000'000;

// Or was: a thread that has just said goodbye may still be there.
bool is_sampled(const ThreadRegistry& threads, pid_t tid) {
  const uint32_t n = threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = threads.slot(i);
    if (slot != nullptr && slot->tid == tid) return true;
  }
  return false;
}

uint32_t sampled(const ThreadRegistry& threads) {
  uint32_t live = 0;
  const uint32_t n = threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = threads.slot(i);
    if (slot != nullptr && slot->life.load(std::memory_order_acquire) == ThreadSlot::kLive) ++live;
  }
  return live;
}

// The number of threads, without looking at each; 0 if the kernel does not tell.
uint64_t threads_there() {
  struct stat status;
  return stat(kTasks, &status) == 0 && status.st_nlink > 2 ? status.st_nlink - 2 : 0;
}

// Calls visit(tid) for each thread. Not opendir(): that allocates.
template <typename Visit>
void for_each_thread(Visit&& visit) {
  const int fd = open(kTasks, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  alignas(dirent64) char buffer[4096];
  for (;;) {
    const auto n = syscall(SYS_getdents64, fd, buffer, sizeof buffer);
    if (n <= 0) break;
    for (long at = 0; at < n;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      const auto tid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
      if (tid > 0) visit(tid);
      at += entry->d_reclen;
    }
  }
  close(fd);
}

}  // namespace

bool Outsiders::seen_before(pid_t tid) const {
  for (uint32_t i = 0; i < seen_count_; ++i) {
    if (seen_[i] == tid) return true;
  }
  return false;
}

void Outsiders::know_own(pid_t tid) {
  g_second_own.store(tid, std::memory_order_relaxed);
}

void Outsiders::know_attacher(pid_t tid) {
  g_attacher.store(tid, std::memory_order_relaxed);
}

void Outsiders::look(Session* session, pid_t own, uint64_t now) {
  if (now - looked_ns_ < kLookEvery) return;
  looked_ns_ = now;
  const ErrnoGuard keep;
  ThreadRegistry& threads = session->threads;
  const pid_t second = g_second_own.load(std::memory_order_relaxed);
  const pid_t attacher = g_attacher.load(std::memory_order_relaxed);
  if (threads_there() == sampled(threads) + 1 + (second != 0 ? 1 : 0) + (attacher != 0 ? 1 : 0)) {
    seen_count_ = 0;
    return;
  }
  pid_t fresh[kMost];
  uint32_t count = 0;
  for_each_thread([&](pid_t tid) {
    if (tid == own || tid == second || tid == attacher || is_sampled(threads, tid)) return;
    if (!seen_before(tid)) {
      if (count < kMost) fresh[count++] = tid;
      return;
    }
    threads.adopt(tid, now, session->nodes.child(kProgramNode, profile::NodeKind::kThread, 0),
                  stack_end_if_open(tid, session->signal.number()));
  });
  for (uint32_t i = 0; i < count; ++i) seen_[i] = fresh[i];
  seen_count_ = count;
}

// A name is often given late, and may change.
void Outsiders::describe(ThreadSlot* slot, RecordWriter* writer, uint64_t now) {
  SamplerView& view = slot->sampler;
  if (view.outsider == nullptr) view.outsider = writer->outsider(*slot);
  if (view.outsider == nullptr) return;
  store_in_place(&view.outsider->end_ns, writer->relative(now));
  if (view.times.ran_ns != 0) store_in_place(&view.outsider->run_ns, view.times.ran_ns);
  if (view.named_ns != 0 && now - view.named_ns < kNameEvery) return;
  view.named_ns = now;
  char name[sizeof view.outsider->name] = {};
  int descriptor = 0;
  const ssize_t n = read_task_file(slot->tid, "comm", &descriptor, name, sizeof name);
  close_task_file(&descriptor);
  if (n <= 0) return;
  name[n - 1] = '\0';  // ends with a new line
  uint64_t words[2];
  static_assert(sizeof words == sizeof name);
  __builtin_memcpy(words, name, sizeof name);
  auto* place = reinterpret_cast<uint64_t*>(view.outsider->name);
  for (int i = 0; i < 2; ++i) store_in_place(&place[i], words[i]);
}

void Outsiders::ended(ThreadSlot* slot, RecordWriter* writer) {
  profile::OutsiderRecord* record = slot->sampler.outsider;
  if (record == nullptr) return;
  store_in_place(&record->end_ns, writer->relative(slot->end_ns));
  if (slot->sampler.times.ran_ns != 0) store_in_place(&record->run_ns, slot->sampler.times.ran_ns);
  if (slot->came_to_openmp) store_in_place(&record->os_tid, 0u);
}

}  // namespace limpid::recorder
