// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds tasks: current, generating, scheduling; their functions and frames.
#include "model/tasks.h"

#include "model/threads.h"
#include "model/waiting.h"

namespace limpid::ompd {
namespace {

// The task that an explicit task's thread suspended to run it; before it runs, its parent.
uint64_t below(Reader& reader, uint64_t task) {
  const uint64_t suspended = reader.field(task, Name::task_suspended);
  return suspended != 0 ? suspended : reader.field(task, Name::task_parent);
}

// A walk down a chain, which damaged memory may have made a circle.
template <class Step>
uint64_t walk(Reader& reader, uint64_t task, Step step) {
  for (uint32_t levels = 0; task != 0 && reader.ok(); ++levels) {
    if (levels > kMostLevels) reader.spoil();
    const uint64_t next = step(task);
    if (next == task || !reader.ok()) break;
    task = next;
  }
  return reader.ok() ? task : 0;
}

Rc answer(Reader& reader, uint64_t task, Object& object) {
  if (!reader.ok()) return reader.rc();
  if (task == 0) return Rc::unavailable;
  object = task_object(reader, task);
  return reader.rc();
}

uint64_t encountering_task(Reader& reader, uint64_t implicit) {
  const uint64_t team = reader.field(slot_around(reader.process(), implicit), Name::member_team);
  return team != 0 ? reader.field(team, Name::team_parent_task) : 0;
}

// An implicit task lives as long as its region, also before its thread has begun it.
uint64_t identity_of(Reader& reader, uint64_t task) {
  if (reader.field(task, Name::task_kind) != reader.process().number(Name::kind_implicit))
    return reader.field(task, Name::task_id);
  const uint64_t team = reader.field(slot_around(reader.process(), task), Name::member_team);
  return region_identity(reader, team);
}

}  // namespace

bool is_explicit(Reader& reader, uint64_t task) {
  const Process& process = reader.process();
  const uint64_t kind = reader.field(task, Name::task_kind);
  if (kind == process.number(Name::kind_explicit) || kind == process.number(Name::kind_target)) return true;
  if (kind != process.number(Name::kind_initial) && kind != process.number(Name::kind_implicit))
    reader.spoil();
  return false;
}

bool has_flag(Reader& reader, uint64_t task, Name flag) {
  return (reader.field(task, Name::task_flags) & reader.process().number(flag)) != 0;
}

uint64_t slot_around(const Process& process, uint64_t implicit_task) {
  const uint64_t offset = process.number(Name::member_implicit_task);
  return implicit_task > offset ? implicit_task - offset : 0;
}

uint64_t without_range_tasks(Reader& reader, uint64_t task) {
  return walk(reader, task, [&](uint64_t at) {
    const bool is_range = is_explicit(reader, at) && has_flag(reader, at, Name::flag_range_task);
    return is_range ? below(reader, at) : at;
  });
}

uint64_t implicit_task_below(Reader& reader, uint64_t task) {
  return walk(reader, task, [&](uint64_t at) { return is_explicit(reader, at) ? below(reader, at) : at; });
}

uint64_t level_below(Reader& reader, uint64_t task) {
  if (is_explicit(reader, task)) return without_range_tasks(reader, below(reader, task));
  return encountering_task(reader, task);
}

namespace {

// A worker stays at its slot when its region is over: the team may have no region then, or be in the next one,
// which this worker has not begun.
bool is_over(Reader& reader, uint64_t task) {
  if (reader.field(task, Name::task_kind) != reader.process().number(Name::kind_implicit)) return false;
  const uint64_t slot = slot_around(reader.process(), task);
  if (reader.field(slot, Name::member_index) == 0) return false;
  return !has_begun(reader, task) || !goes_on(reader, reader.field(slot, Name::member_team));
}

// Whether the thread at an implicit or initial task's slot is the encountering thread.
bool met_construct(Reader& reader, uint64_t implicit) {
  const uint64_t encountering = encountering_task(reader, implicit);
  if (!reader.ok() || encountering == 0) return false;
  const uint64_t thread = reader.field(slot_around(reader.process(), implicit), Name::member_thread);
  return thread != 0 && reader.field(encountering, Name::task_thread) == thread;
}

}  // namespace

uint64_t running_task(Reader& reader, uint64_t thread) {
  const uint64_t announced = reader.field(thread, Name::thread_announced_task);
  if (announced != 0) return announced;
  if (state_of(reader, thread) == Name::state_idle) return 0;
  const uint64_t task = reader.field(thread, Name::thread_task);
  if (!reader.ok() || task == 0 || is_over(reader, task)) return 0;
  return without_range_tasks(reader, task);
}

bool has_begun(Reader& reader, uint64_t task) {
  if (reader.field(task, Name::task_kind) != reader.process().number(Name::kind_implicit)) return true;
  const uint64_t slot = slot_around(reader.process(), task);
  const uint64_t team = reader.field(slot, Name::member_team);
  return reader.field(slot, Name::member_region_tag) == reader.field(team, Name::team_region_tag);
}

Object task_object(Reader& reader, uint64_t task) {
  Object object{task, identity_of(reader, task), Life::runs};
  if (is_explicit(reader, task) && reader.field(task, Name::task_thread) == 0) object.life = Life::is_over;
  return object;
}

Rc check_task(const Process& process, const Object& task) {
  Reader reader(process);
  const bool same = identity_of(reader, task.address) == task.identity;
  bool lives = same;
  if (reader.ok() && same && is_explicit(reader, task.address)) {
    const bool has_thread = reader.field(task.address, Name::task_thread) != 0;
    if (!has_thread && task.life == Life::waits) return find_waiting(process, task);
    lives = has_thread || task.life == Life::is_over;
  } else if (reader.ok() && same) {
    const uint64_t team = reader.field(slot_around(process, task.address), Name::member_team);
    lives = team != 0 && goes_on(reader, team);
  }
  return reader.ok() && lives ? Rc::ok : gone(process, reader.rc());
}

Rc current_task(const Process& process, const Object& thread, Object& task) {
  const Rc rc = check_thread(process, thread);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  return answer(reader, running_task(reader, thread.address), task);
}

Rc generating_task(const Process& process, const Object& task, Object& generating) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  const uint64_t found = is_explicit(reader, task.address)
                             ? walk(reader, reader.field(task.address, Name::task_parent),
                                    [&](uint64_t at) {
                                      const bool is_range = is_explicit(reader, at) &&
                                                            has_flag(reader, at, Name::flag_range_task);
                                      return is_range ? reader.field(at, Name::task_parent) : at;
                                    })
                             : encountering_task(reader, task.address);
  return answer(reader, found, generating);
}

Rc scheduling_task(const Process& process, const Object& task, Object& scheduling) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  if (is_explicit(reader, task.address) && reader.field(task.address, Name::task_thread) == 0)
    return reader.ok() ? Rc::unavailable : reader.rc();
  if (!is_explicit(reader, task.address) && !met_construct(reader, task.address))
    return reader.ok() ? Rc::unavailable : reader.rc();
  return answer(reader, level_below(reader, task.address), scheduling);
}

namespace {

// The program's function behind a body of the runtime's own.
uint64_t unwrap(Reader& reader, uint64_t task, uint64_t body) {
  const Process& process = reader.process();
  const uint64_t count = process.number(Name::body_wrapper_count);
  uint64_t wrapper = process.number(Name::body_wrappers);
  for (uint64_t i = 0; i < count; ++i, wrapper += process.number(Name::sizeof_body_wrapper)) {
    if (reader.field(wrapper, Name::body_wrapper_body) != body || !reader.ok()) continue;
    const uint64_t data = reader.field(task, Name::task_data);
    return reader.pointer(data + reader.field(wrapper, Name::body_wrapper_code_offset));
  }
  return body;
}

}  // namespace

Rc task_function(const Process& process, const Object& task, uint64_t& address) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  if (is_explicit(reader, task.address)) {
    address = unwrap(reader, task.address, reader.field(task.address, Name::task_body));
  } else {
    const uint64_t team = reader.field(slot_around(process, task.address), Name::member_team);
    address = reader.field(team, Name::team_code);
  }
  if (reader.ok() && address == 0) return Rc::unavailable;
  return reader.rc();
}

namespace {

// The runtime keeps the lowest address of a program's frame, which is where the runtime's frame below it ends.
// Debuggers test whether a frame's CFA, or its stack pointer, is below the address. One byte higher the answer
// is the same for every frame, and the byte is in the program's frame, too (its return address is above it).
uint64_t inside_frame(uint64_t address, int64_t flags) {
  return address != 0 && flags == kProgramStack ? address + 1 : address;
}

}  // namespace

Rc task_frame(const Process& process, const Object& task, FrameInfo& frame) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  frame.exit_flags = reader.signed_field(task.address, Name::task_exit_frame_flags);
  frame.enter_flags = reader.signed_field(task.address, Name::task_enter_frame_flags);
  frame.exit = inside_frame(reader.field(task.address, Name::task_exit_frame), frame.exit_flags);
  frame.enter = inside_frame(reader.field(task.address, Name::task_enter_frame), frame.enter_flags);
  return reader.rc();
}

}  // namespace limpid::ompd
