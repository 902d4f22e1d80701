// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the numbers of regions, tasks and threads.
#include "model/details.h"

#include "model/tasks.h"
#include "model/threads.h"

namespace limpid::ompd {
namespace {

uint64_t region_id_of(Reader& reader, const Object& task) {
  Object region;
  const Rc rc = region_of_task(reader.process(), task, region);
  if (rc == Rc::unavailable) return 0;
  reader.spoil(rc);
  return reader.ok() ? reader.field(region.address, Name::team_id) : 0;
}

uint64_t parent_id_of(Reader& reader, const Object& task) {
  Object parent;
  const Rc rc = generating_task(reader.process(), task, parent);
  if (rc == Rc::unavailable) return 0;
  reader.spoil(rc);
  return reader.ok() ? reader.field(parent.address, Name::task_id) : 0;
}

uint64_t function_of(Reader& reader, const Object& task) {
  uint64_t address = 0;
  const Rc rc = task_function(reader.process(), task, address);
  if (rc == Rc::unavailable) return 0;
  reader.spoil(rc);
  return address;
}

uint64_t thread_id_of(Reader& reader, const Object& task) {
  const Process& process = reader.process();
  const uint64_t thread = is_explicit(reader, task.address)
                              ? reader.field(task.address, Name::task_thread)
                              : reader.field(slot_around(process, task.address), Name::member_thread);
  return thread != 0 ? reader.field(thread, Name::thread_id) : 0;
}

void read_kind(Reader& reader, uint64_t task, TaskDetails& details) {
  const Process& process = reader.process();
  const uint64_t kind = reader.field(task, Name::task_kind);
  details.is_initial = kind == process.number(Name::kind_initial);
  details.is_implicit = kind == process.number(Name::kind_implicit);
  details.is_target = kind == process.number(Name::kind_target);
  details.is_undeferred = has_flag(reader, task, Name::flag_undeferred);
  details.is_untied = has_flag(reader, task, Name::flag_untied);
  details.is_final = has_flag(reader, task, Name::flag_final);
  details.is_mergeable = has_flag(reader, task, Name::flag_mergeable);
  details.is_merged = has_flag(reader, task, Name::flag_merged);
  details.is_taskwait = has_flag(reader, task, Name::flag_taskwait);
}

// An implicit task was created where its region was.
uint64_t creation_of(Reader& reader, uint64_t task) {
  if (is_explicit(reader, task)) return reader.field(task, Name::task_created_at);
  return reader.field(reader.field(slot_around(reader.process(), task), Name::member_team),
                      Name::team_created_at);
}

}  // namespace

Rc task_details(const Process& process, const Object& task, TaskDetails& details) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  details = {};
  if (has_begun(reader, task.address)) details.id = reader.field(task.address, Name::task_id);
  details.parent_id = parent_id_of(reader, task);
  details.region_id = region_id_of(reader, task);
  details.thread_id = thread_id_of(reader, task);
  details.created_at = creation_of(reader, task.address);
  details.function = function_of(reader, task);
  read_kind(reader, task.address, details);
  if (is_explicit(reader, task.address)) {
    details.priority = reader.signed_field(task.address, Name::task_priority);
    if (task.life == Life::waits) details.unmet = reader.signed_field(task.address, Name::task_unmet);
  }
  return reader.rc();
}

Rc region_details(const Process& process, const Object& region, RegionDetails& details) {
  details = {};
  const Rc rc = region_size(process, region, details.threads);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  details.id = reader.field(region.address, Name::team_id);
  details.created_at = reader.field(region.address, Name::team_created_at);
  details.function = reader.field(region.address, Name::team_code);
  details.requested = reader.field(region.address, Name::team_requested);
  details.level = reader.field(region.address, Name::team_level);
  details.team_number = reader.field(region.address, Name::team_number);
  details.league_size = reader.field(region.address, Name::team_league_size);
  details.is_league = reader.field(region.address, Name::team_league) != 0;
  return reader.rc();
}

Rc progress_of(const Process& process, const Object& task, Progress& progress, bool& is_over) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  is_over = task.life == Life::is_over;
  if (task.life == Life::waits && reader.field(task.address, Name::task_thread) == 0) {
    const bool unmet = reader.signed_field(task.address, Name::task_unmet) > 0;
    const uint64_t done = reader.field(task.address, Name::task_progress) & process.number(Name::body_done);
    progress = done != 0 ? Progress::is_detached : unmet ? Progress::has_unmet : Progress::is_ready;
    return reader.rc();
  }
  const uint64_t thread = is_explicit(reader, task.address)
                              ? reader.field(task.address, Name::task_thread)
                              : reader.field(slot_around(process, task.address), Name::member_thread);
  const bool runs = thread != 0 && running_task(reader, thread) == task.address;
  progress = runs ? Progress::runs : Progress::is_suspended;
  return reader.rc();
}

namespace {

Rc count_threads(const Process& process, uint32_t& count) {
  Reader reader(process);
  ThreadWalk walk(reader);
  Object thread;
  for (count = 0; count < kMostThreads && walk.next(thread); ++count) {
  }
  return reader.rc();
}

// The list is nearly sorted, newest first, unless threads were recycled.
void sort_by_number(Object* threads, uint32_t count) {
  for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
    for (uint32_t i = gap; i < count; ++i) {
      const Object moved = threads[i];
      uint32_t to = i;
      for (; to >= gap && threads[to - gap].identity > moved.identity; to -= gap)
        threads[to] = threads[to - gap];
      threads[to] = moved;
    }
  }
}

}  // namespace

Rc collect_threads(const Process& process, Object** threads, uint32_t& count) {
  uint32_t room = 0;
  Rc rc = count_threads(process, room);
  if (rc != Rc::ok) return rc;
  void* memory = nullptr;
  rc = process.access->allocate((uint64_t{room} + 1) * sizeof(Object), &memory);
  if (rc != Rc::ok) return rc;
  auto* found = static_cast<Object*>(memory);
  Reader reader(process);
  ThreadWalk walk(reader);
  for (count = 0; count < room && walk.next(found[count]); ++count) {
  }
  if (!reader.ok()) {
    process.access->release(memory);
    return reader.rc();
  }
  sort_by_number(found, count);
  *threads = found;
  return Rc::ok;
}

}  // namespace limpid::ompd
