// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the member whose turn of ordered, or whose copyprivate values, a thread waits for.
#include "model/awaited.h"

#include "model/tasks.h"
#include "model/threads.h"
#include "target/reader.h"

namespace limpid::ompd {
namespace {

struct Wait {
  uint64_t team, slot, id;
};

// The member that executes the chunk whose turn it is. While no member has taken that chunk there is none.
bool has_turn(Reader& reader, const Wait& wait, uint64_t slot) {
  const uint64_t loop = reader.field(wait.slot, Name::member_workshare);
  const uint64_t turn = reader.field(loop, Name::workshare_turn);
  return reader.field(slot, Name::member_workshare) == loop &&
         reader.field(slot, Name::member_chunk_begin) <= turn &&
         turn < reader.field(slot, Name::member_chunk_end);
}

// The member that has met as many single constructs, and has published fewer copies.
bool executes_single(Reader& reader, const Wait& wait, uint64_t slot) {
  return reader.field(slot, Name::member_singles) == reader.field(wait.slot, Name::member_singles) &&
         reader.field(slot, Name::member_copies) < reader.field(wait.slot, Name::member_copies);
}

using Acts = bool (*)(Reader& reader, const Wait& wait, uint64_t slot);

// Null: the thread waits for something else.
Acts who_acts(Reader& reader, const Wait& wait) {
  const Process& process = reader.process();
  if (wait.id == wait.team + process.number(Name::team_copies)) return executes_single;
  const uint64_t loop = reader.field(wait.slot, Name::member_workshare);
  return loop != 0 && wait.id == loop + process.number(Name::workshare_turn) ? has_turn : nullptr;
}

}  // namespace

Rc awaited_thread(const Process& process, const Object& thread, Object& awaited) {
  Name state{};
  Wait wait{};
  Rc rc = thread_state(process, thread, state, wait.id);
  if (rc != Rc::ok) return rc;
  if (wait.id == 0) return Rc::unavailable;
  Reader reader(process);
  wait.team = reader.field(thread.address, Name::thread_team);
  wait.slot = reader.field(thread.address, Name::thread_member);
  if (!reader.ok() || wait.team == 0 || wait.slot == 0) return reader.ok() ? Rc::unavailable : reader.rc();
  const Acts acts = who_acts(reader, wait);
  if (!reader.ok() || acts == nullptr) return reader.ok() ? Rc::unavailable : reader.rc();
  uint32_t size = 0;
  rc = region_size(process, region_object(reader, wait.team), size);
  if (rc != Rc::ok) return rc == Rc::stale_handle ? Rc::unavailable : rc;
  for (uint32_t i = 0; reader.ok() && i < size; ++i) {
    const uint64_t slot = slot_of_number(reader, wait.team, i);
    if (slot == wait.slot || !acts(reader, wait, slot)) continue;
    const uint64_t found = reader.field(slot, Name::member_thread);
    if (!reader.ok() || found == 0) break;
    awaited = {found, reader.field(found, Name::thread_id), Life::runs};
    return reader.rc();
  }
  return reader.ok() ? Rc::unavailable : reader.rc();
}

}  // namespace limpid::ompd
