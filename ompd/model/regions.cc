// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds regions, their threads and their implicit tasks.
#include "model/tasks.h"
#include "model/threads.h"

namespace limpid::ompd {
namespace {

// The implicit region of an initial thread has no id of its own: its initial task's id stands for it.
constexpr uint64_t kImplicitRegion = uint64_t{1} << 63;

}  // namespace

uint64_t region_identity(Reader& reader, uint64_t team) {
  const uint64_t id = reader.field(team, Name::team_id);
  if (id != 0) return id;
  const uint64_t slot = reader.field(team, Name::team_members);
  if (!reader.ok() || slot == 0) return 0;
  const uint64_t task = slot + reader.process().number(Name::member_implicit_task);
  return reader.field(task, Name::task_id) | kImplicitRegion;
}

Object region_object(Reader& reader, uint64_t team) {
  return {team, region_identity(reader, team), Life::runs};
}

// The leader may still be in a region that does not run any more: it emits events first.
bool goes_on(Reader& reader, uint64_t team) {
  if (reader.field(team, Name::team_running) != 0 || reader.field(team, Name::team_announced) != 0)
    return reader.ok();
  const uint64_t leader = reader.field(slot_of_number(reader, team, 0), Name::member_thread);
  if (!reader.ok() || leader == 0) return false;
  return reader.field(leader, Name::thread_alive) != 0 && reader.field(leader, Name::thread_team) == team &&
         reader.ok();
}

Rc check_region(const Process& process, const Object& region) {
  Reader reader(process);
  const bool lives = goes_on(reader, region.address);
  if (reader.ok() && lives && region_identity(reader, region.address) == region.identity && reader.ok())
    return Rc::ok;
  return gone(process, reader.rc());
}

Rc current_region(const Process& process, const Object& thread, Object& region) {
  const Rc rc = check_thread(process, thread);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  uint64_t team = reader.field(thread.address, Name::thread_announced_team);
  if (team == 0) {
    const uint64_t task = running_task(reader, thread.address);
    if (!reader.ok()) return reader.rc();
    if (task == 0) return Rc::unavailable;
    const uint64_t implicit = implicit_task_below(reader, task);
    if (reader.ok()) team = reader.field(slot_around(process, implicit), Name::member_team);
  }
  if (reader.ok() && team == 0) return Rc::unavailable;
  region = region_object(reader, team);
  return reader.rc();
}

Rc enclosing_region(const Process& process, const Object& region, Object& enclosing) {
  const Rc rc = check_region(process, region);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  const uint64_t parent = reader.field(region.address, Name::team_parent);
  if (reader.ok() && parent == 0) return Rc::unavailable;
  enclosing = region_object(reader, parent);
  return reader.rc();
}

Rc region_of_task(const Process& process, const Object& task, Object& region) {
  const Rc rc = check_task(process, task);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  const uint64_t team = is_explicit(reader, task.address)
                            ? reader.field(task.address, Name::task_team)
                            : reader.field(slot_around(process, task.address), Name::member_team);
  if (reader.ok() && team == 0) return Rc::unavailable;
  region = region_object(reader, team);
  return reader.rc();
}

Rc region_size(const Process& process, const Object& region, uint32_t& threads) {
  constexpr uint64_t kMostMembers = 1 << 20;
  const Rc rc = check_region(process, region);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  const uint64_t size = reader.field(region.address, Name::team_size);
  if (reader.ok() && (size == 0 || size > kMostMembers)) reader.spoil();
  // Finds a wrong number before a loop runs that often.
  if (reader.ok() &&
      reader.field(slot_of_number(reader, region.address, size - 1), Name::member_index) != size - 1)
    reader.spoil();
  threads = static_cast<uint32_t>(size);
  return reader.rc();
}

uint64_t slot_of_number(Reader& reader, uint64_t team, uint64_t number) {
  const uint64_t slots = reader.field(team, Name::team_members);
  if (slots == 0) reader.spoil();
  return slots + number * reader.process().number(Name::sizeof_member);
}

Rc thread_in_region(const Process& process, const Object& region, int64_t number, Object& thread) {
  uint32_t size = 0;
  const Rc rc = region_size(process, region, size);
  if (rc != Rc::ok) return rc;
  if (number < 0 || number >= size) return Rc::bad_input;
  Reader reader(process);
  const uint64_t slot = slot_of_number(reader, region.address, static_cast<uint64_t>(number));
  const uint64_t found = reader.field(slot, Name::member_thread);
  if (reader.ok() && found == 0) return Rc::unavailable;
  thread = {found, reader.field(found, Name::thread_id), Life::runs};
  return reader.rc();
}

Rc implicit_task_in_region(const Process& process, const Object& region, int64_t number, Object& task) {
  uint32_t size = 0;
  const Rc rc = region_size(process, region, size);
  if (rc != Rc::ok) return rc;
  if (number < 0 || number >= size) return Rc::bad_input;
  Reader reader(process);
  const uint64_t slot = slot_of_number(reader, region.address, static_cast<uint64_t>(number));
  task = task_object(reader, slot + process.number(Name::member_implicit_task));
  return reader.rc();
}

}  // namespace limpid::ompd
