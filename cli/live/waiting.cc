// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/waiting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "live/state.h"
#include "ompd_extension.h"

namespace limpid::cli::live {
namespace {

constexpr size_t kNamed = 8;  // threads that a text names before it counts

// The threads of a region. The table of tasks may be older than the threads.
std::set<uint64_t> members(const Picture& picture, uint64_t region) {
  std::set<uint64_t> found = picture.tasks->members(region);
  for (const ThreadSeen& thread : picture.threads) {
    if (thread.region_id == region) found.insert(thread.number);
  }
  return found;
}

bool waits_at(const ThreadSeen& thread, uint64_t region, bool at_end) {
  return is_barrier(thread.state) && is_end(thread.state) == at_end && thread.meeting_id == region;
}

// Whoever runs an explicit task may do so at the barrier, and then its state does not say that it has come.
bool others_run_tasks(const Picture& picture, const std::set<uint64_t>& missing) {
  return std::any_of(missing.begin(), missing.end(), [&](uint64_t number) {
    const ThreadSeen* const thread = picture.thread(number);
    return thread != nullptr && thread->task && !thread->task->implicit;
  });
}

// Members of the barrier's region that have not come to it.
std::vector<uint64_t> missing_at_barrier(const Picture& picture, const ThreadSeen& thread) {
  const auto region = picture.regions.find(thread.meeting_id);
  if (region == picture.regions.end()) return {};
  const bool at_end = is_end(thread.state);
  std::set<uint64_t> missing = members(picture, thread.meeting_id);
  for (const ThreadSeen& other : picture.threads) {
    if (waits_at(other, thread.meeting_id, at_end)) missing.erase(other.number);
  }
  missing.erase(thread.number);
  const int progress = region->second.barrier;
  const bool known = at_end || progress == limpid_ompd_barrier_held ||
                     (progress == limpid_ompd_barrier_unknown && others_run_tasks(picture, missing));
  if (!known) return {};
  return {missing.begin(), missing.end()};
}

// Those who run some of the tasks, but for the thread itself.
std::vector<uint64_t> others(const std::set<uint64_t>& threads, uint64_t self) {
  std::vector<uint64_t> found(threads.begin(), threads.end());
  std::erase(found, self);
  return found;
}

std::string for_threads(const std::vector<uint64_t>& numbers) {
  if (numbers.empty()) return "";
  const size_t named = std::min(kNamed, numbers.size());
  std::string text =
      fmt::format(" for thread{} {}", numbers.size() == 1 ? "" : "s",
                  fmt::join(numbers.begin(), numbers.begin() + static_cast<ptrdiff_t>(named), ", "));
  if (numbers.size() > named) text += fmt::format(" and {} more", numbers.size() - named);
  return text;
}

std::string for_tasks(size_t count) {
  return count == 0 ? "" : fmt::format(" for {} task{}", count, count == 1 ? "" : "s");
}

std::string barrier_text(const Picture& picture, const ThreadSeen& thread) {
  const std::string text = state_text(thread.state);
  if (thread.holder != 0) return text + for_threads({thread.holder});
  const auto region = picture.regions.find(thread.meeting_id);
  if (region == picture.regions.end()) return text;
  if (!is_end(thread.state) && region->second.barrier == limpid_ompd_barrier_open)
    return text + ", about to go on";
  const std::vector<uint64_t> missing = missing_at_barrier(picture, thread);
  return text + (missing.empty() ? for_tasks(picture.tasks->of_region(thread.meeting_id).count)
                                 : for_threads(missing));
}

}  // namespace

TaskTable::Group awaited_tasks(const Picture& picture, const ThreadSeen& thread) {
  if (!thread.task || thread.task->id == 0) return {};
  const uint64_t task = thread.task->id;
  return is_taskgroup(thread.state) ? picture.tasks->descendants_of(task) : picture.tasks->children_of(task);
}

std::vector<uint64_t> causes(const Picture& picture, const ThreadSeen& thread) {
  if (is_mutex(thread.state))
    return thread.holder != 0 ? std::vector{thread.holder} : std::vector<uint64_t>{};
  if (is_taskwait(thread.state) || is_taskgroup(thread.state))
    return others(awaited_tasks(picture, thread).threads, thread.number);
  if (thread.holder != 0 && thread.holder != thread.number) return {thread.holder};
  if (!is_barrier(thread.state)) return {};
  std::vector<uint64_t> missing = missing_at_barrier(picture, thread);
  if (!missing.empty()) return missing;
  return others(picture.tasks->of_region(thread.meeting_id).threads, thread.number);
}

std::string waiting_text(const Picture& picture, const ThreadSeen& thread) {
  if (is_mutex(thread.state)) {
    const std::string held = thread.holder == 0 ? "free by now"
                             : thread.holder == thread.number
                                 ? "held by itself"
                                 : fmt::format("held by thread {}", thread.holder);
    return fmt::format("waits for {} {:#x}, {}", mutex_kind(thread.state), thread.wait_id, held);
  }
  if (is_barrier(thread.state)) return barrier_text(picture, thread);
  if (is_taskwait(thread.state) || is_taskgroup(thread.state))
    return state_text(thread.state) + for_tasks(awaited_tasks(picture, thread).count);
  if (is_ordered(thread.state) && thread.holder != 0)
    return state_text(thread.state) + for_threads({thread.holder});
  // The wait id is the device's number and one.
  if (is_for_device(thread.state) && thread.wait_id != 0)
    return fmt::format("{} on device {}", state_text(thread.state), thread.wait_id - 1);
  return state_text(thread.state);
}

}  // namespace limpid::cli::live
