// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of OMPD 2.0 have in common.
#pragma once

#include "model/handle.h"
#include "ompd-2.h"

namespace limpid::ompd::v2 {

extern const Access kAccess;
bool is_initialized();

// The two codes that 5.x added are errors here.
inline ompd_rc_t code(Rc rc) {
  return rc == Rc::incomplete || rc == Rc::callback_error ? ompd_rc_error : static_cast<ompd_rc_t>(rc);
}

// The document has some of its handles const.
inline Handle* any_of(const void* handle, uint64_t magic) {
  return handle_of(const_cast<void*>(handle), magic);
}
inline Handle* thread_of(const void* handle) {
  return any_of(handle, kThreadMagic);
}
inline Handle* region_of(const void* handle) {
  return any_of(handle, kParallelMagic);
}
inline Handle* task_of(const void* handle) {
  return any_of(handle, kTaskMagic);
}

template <class Opaque>
ompd_rc_t give(Rc rc, Process& process, uint64_t magic, const Object& object, Opaque** out) {
  *out = nullptr;
  if (rc != Rc::ok) return code(rc);
  Handle* handle = nullptr;
  rc = make_handle(process, magic, object, &handle);
  if (rc == Rc::ok) *out = reinterpret_cast<Opaque*>(handle);
  return code(rc);
}

using Find = Rc (*)(const Process& process, const Object& from, Object& found);

// From one object to another.
template <class Opaque>
ompd_rc_t follow(Handle* from, Find find, uint64_t magic, Opaque** out) {
  if (from == nullptr) return ompd_rc_stale_handle;
  if (out == nullptr) return ompd_rc_bad_input;
  Object found;
  const Rc rc = find(*from->process, from->object, found);
  return give(rc, *from->process, magic, found, out);
}

ompd_rc_t compare_handles(const void* left, const void* right, uint64_t magic, int* value);

// An internal control variable of the handle's object, by name.
ompd_rc_t give_icv(const Handle* handle, const char* name, int64_t* value);

// A text as the debugger's own.
ompd_rc_t give_text(const char* text, char** out);

inline ompd_address_t address_of(uint64_t address) {
  return {OMPD_SEGMENT_UNSPECIFIED, address};
}

}  // namespace limpid::ompd::v2
