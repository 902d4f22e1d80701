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
#include "sample/thread_times.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constinit std::atomic<pid_t> g_second_own{0};

constexpr char kTasks[] = "/proc/self/task";

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

profile::OutsiderRecord* Outsiders::find(pid_t tid) {
  for (uint32_t i = 0; i < count_; ++i) {
    if (records_[i]->os_tid == static_cast<uint32_t>(tid)) return records_[i];
  }
  return nullptr;
}

void Outsiders::note(pid_t tid, RecordWriter* writer, uint64_t now) {
  profile::OutsiderRecord* record = find(tid);
  if (record == nullptr) {
    if (count_ == kMost) return;
    char name[sizeof record->name + 1] = {};
    int descriptor = 0;
    const ssize_t n = read_task_file(tid, "comm", &descriptor, name, sizeof record->name);
    close_task_file(&descriptor);
    if (n <= 0) return;
    name[n - 1] = '\0';  // ends with a new line
    record = writer->outsider(tid, name, now);
    if (record == nullptr) return;
    records_[count_++] = record;
  }
  store_in_place(&record->end_ns, writer->relative(now));
  const uint64_t ran = read_run_time(tid);
  if (ran != 0) store_in_place(&record->run_ns, ran);
}

void Outsiders::know_own(pid_t tid) {
  g_second_own.store(tid, std::memory_order_relaxed);
}

void Outsiders::look(const ThreadRegistry& threads, RecordWriter* writer, pid_t own, uint64_t now) {
  const ErrnoGuard keep;
  const pid_t second = g_second_own.load(std::memory_order_relaxed);
  if (count_ == 0 && threads_there() == sampled(threads) + (own != 0 ? 1 : 0) + (second != 0 ? 1 : 0)) return;
  for_each_thread([&](pid_t tid) {
    if (tid == own || tid == second) return;
    if (!is_sampled(threads, tid)) return note(tid, writer, now);
    // It has come to OpenMP after all.
    if (profile::OutsiderRecord* record = find(tid)) store_in_place(&record->os_tid, 0u);
  });
}

}  // namespace limpid::recorder
