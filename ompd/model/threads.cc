// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the runtime's list of threads; states, wait ids and lock holders.
#include "model/threads.h"

namespace limpid::ompd {
namespace {

bool in_range(Name name, Name first, Name last) {
  return name >= first && name <= last;
}

}  // namespace

bool ThreadWalk::step() {
  current_ = next_;
  if (!reader_.ok() || current_ == 0) return false;
  if (current_ == mark_ || ++steps_ > kMostThreads) {
    reader_.spoil();
    return false;
  }
  if (steps_ == mark_at_) {
    mark_ = current_;
    mark_at_ *= 2;
  }
  next_ = reader_.field(current_, Name::thread_next);
  return reader_.ok();
}

bool ThreadWalk::next(Object& thread) {
  while (step()) {
    if (reader_.field(current_, Name::thread_alive) == 0) continue;
    thread = {current_, reader_.field(current_, Name::thread_id), Life::runs};
    return reader_.ok();
  }
  return false;
}

Rc gone(const Process& process, Rc rc) {
  if (rc == Rc::ok) return Rc::stale_handle;
  return is_readable(process) ? Rc::stale_handle : rc;
}

Rc check_thread(const Process& process, const Object& thread) {
  Reader reader(process);
  const bool alive = reader.field(thread.address, Name::thread_alive) != 0;
  const uint64_t id = reader.field(thread.address, Name::thread_id);
  if (reader.ok() && alive && id == thread.identity) return Rc::ok;
  return gone(process, reader.rc());
}

Rc find_thread(const Process& process, IdKind kind, uint64_t id, Object& thread) {
  Reader reader(process);
  ThreadWalk walk(reader);
  const Name field = kind == IdKind::lwp ? Name::thread_native_id : Name::thread_native_handle;
  Object found;
  while (walk.next(found)) {
    if (reader.field(found.address, field) != id) continue;
    if (!reader.ok()) break;
    thread = found;
    return Rc::ok;
  }
  return reader.ok() ? Rc::unavailable : reader.rc();
}

Rc native_id(const Process& process, const Object& thread, IdKind kind, uint64_t& id) {
  const Rc rc = check_thread(process, thread);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  id =
      reader.field(thread.address, kind == IdKind::lwp ? Name::thread_native_id : Name::thread_native_handle);
  // Between its creation and its first instruction a worker has no native id yet.
  return reader.ok() && id == 0 ? Rc::unavailable : reader.rc();
}

Name state_of(Reader& reader, uint64_t thread) {
  const Process& process = reader.process();
  const uint64_t number = reader.field(thread, Name::thread_state);
  Name state = Name::count_;
  for (auto name = Name::state_undefined; name < Name::count_;
       name = static_cast<Name>(static_cast<uint16_t>(name) + 1)) {
    if (process.number(name) == number) state = name;
  }
  if (state == Name::count_) reader.spoil();
  if (!reader.ok() || state != Name::state_wait_barrier_implicit_parallel) return state;
  // As in core/view: without an observer a worker does not leave its region. Its team may be in the next
  // one.
  const uint64_t team = reader.field(thread, Name::thread_team);
  const uint64_t slot = reader.field(thread, Name::thread_member);
  if (team == 0 || slot == 0 || reader.field(thread, Name::thread_index) == 0) return state;
  const bool unobserved = reader.field(team, Name::team_join_mode) == process.number(Name::join_mode_silent);
  const bool running =
      reader.field(team, Name::team_running) != 0 &&
      reader.field(slot, Name::member_region_tag) == reader.field(team, Name::team_region_tag);
  return unobserved && !running ? Name::state_idle : state;
}

Rc thread_state(const Process& process, const Object& thread, Name& state, uint64_t& wait_id) {
  const Rc rc = check_thread(process, thread);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  state = state_of(reader, thread.address);
  wait_id = in_range(state, Name::state_wait_barrier_explicit, Name::state_wait_target_update)
                ? reader.field(thread.address, Name::thread_wait_id)
                : 0;
  return reader.rc();
}

Rc lock_holder(const Process& process, uint64_t wait_id, Object& thread) {
  constexpr uint32_t kLockBytes = 4;
  Reader reader(process);
  const uint64_t word = reader.number(wait_id, kLockBytes);
  if (!reader.ok()) return reader.rc();
  const uint64_t holder = word & ~process.number(Name::lock_plain);
  if (holder == 0) return Rc::unavailable;
  ThreadWalk walk(reader);
  Object found;
  while (walk.next(found)) {
    if ((found.identity & 0x7fffffff) != holder) continue;
    thread = found;
    return Rc::ok;
  }
  return reader.ok() ? Rc::unavailable : reader.rc();
}

}  // namespace limpid::ompd
