// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "base/style.h"
#include "live/waiting.h"

namespace limpid::cli::live {
namespace {

constexpr std::chrono::milliseconds kBetweenReadings{7};
constexpr uint64_t kRestPerRead = 200;  // tasks are read for at most this part of the time

uint64_t now_ns() {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

Counts counts_of(const Picture& picture) {
  Counts counts;
  counts.threads = picture.threads.size();
  std::set<uint64_t> regions;
  for (const ThreadSeen& thread : picture.threads) {
    if (thread.region_id != 0) regions.insert(thread.region_id);
  }
  counts.regions = regions.size();
  counts.tasks = picture.tasks->count();
  counts.queued = picture.tasks->queued();
  counts.blocked = picture.tasks->blocked();
  return counts;
}

std::string place_text(const Row& row) {
  std::string text = row.region.empty() ? "outside of regions" : "in the region at " + row.region;
  if (!row.task.empty()) text += ", in the task created at " + row.task;
  return text;
}

}  // namespace

// Since when it does what it does. Two pictures that show the same are taken for one stretch.
double View::since(const ThreadSeen& thread, uint64_t now) {
  const Doing doing{thread.state, thread.wait_id, thread.task ? thread.task->id : 0};
  const auto [at, fresh] = began_.try_emplace(thread.number, doing, now);
  if (!fresh && at->second.first != doing) at->second = {doing, now};
  return static_cast<double>(now - at->second.second) / 1e9;
}

Row View::row_of(const Picture& picture, const ThreadSeen& thread, uint64_t now) {
  Row row;
  row.number = thread.number;
  row.lwp = thread.lwp;
  row.cpu = cpu_.share(thread.lwp);
  row.doing = waiting_text(picture, thread);
  row.for_s = since(thread, now);
  if (thread.task && !thread.task->implicit)
    row.task = places_.of_construct(thread.task->created_at, thread.task->function);
  const auto region = picture.regions.find(thread.region_id);
  if (thread.region_id == 0 || region == picture.regions.end()) return row;
  row.place = thread.place;
  row.team = region->second.threads;
  row.level = region->second.level;
  row.region = places_.of_construct(region->second.created_at, region->second.function);
  return row;
}

Picture View::take(Tasks tasks) {
  const uint64_t begun = now_ns();
  if (tasks == Tasks::within_budget && begun < next_tasks_ns_) return reader_.read(tasks_);
  Picture picture = reader_.read();
  tasks_ = picture.tasks;
  tasks_read_ns_ = begun;
  next_tasks_ns_ = begun + (now_ns() - begun) * kRestPerRead;
  return picture;
}

Shown View::look(Tasks tasks) {
  const Picture picture = take(tasks);
  const uint64_t now = now_ns();
  std::vector<uint64_t> lwps;
  for (const ThreadSeen& thread : picture.threads) lwps.push_back(thread.lwp);
  cpu_.look(lwps, now);
  Shown shown;
  shown.counts = counts_of(picture);
  shown.counts.tasks_age_s = static_cast<double>(now - tasks_read_ns_) / 1e9;
  for (const ThreadSeen& thread : picture.threads) shown.rows.push_back(row_of(picture, thread, now));
  shown.deadlocks = lasting_cycles(picture, [this] {
    std::this_thread::sleep_for(kBetweenReadings);
    return reader_.read();
  });
  return shown;
}

std::string deadlock_text(const Shown& shown) {
  std::string text;
  for (const Cycle& cycle : shown.deadlocks) {
    text += cycle.size() == 1 ? "Deadlock: a thread waits for itself.\n"
                              : fmt::format("Deadlock: {} threads wait for each other.\n", cycle.size());
    for (const Stuck& one : cycle) {
      const auto row = std::find_if(shown.rows.begin(), shown.rows.end(),
                                    [&](const Row& candidate) { return candidate.number == one.number; });
      if (row == shown.rows.end()) continue;
      text += printable(fmt::format("  Thread {} (LWP {}) {}, {}.", row->number, row->lwp, row->doing,
                                    place_text(*row))) +
              "\n";
    }
  }
  return text;
}

}  // namespace limpid::cli::live
