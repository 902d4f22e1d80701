// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of OpenMP 5.x have in common: from their types to the model's and back.
#pragma once

#include "model/handle.h"
#include "omp-tools.h"

namespace limpid::ompd::v5 {

// The debugger's callbacks of the last ompd_initialize. Whose process a call is about comes with its handle.
extern const Access kAccess;
bool is_initialized();

inline ompd_rc_t code(Rc rc) {
  return static_cast<ompd_rc_t>(rc);
}

inline Handle* thread_of(void* handle) {
  return handle_of(handle, kThreadMagic);
}
inline Handle* region_of(void* handle) {
  return handle_of(handle, kParallelMagic);
}
inline Handle* task_of(void* handle) {
  return handle_of(handle, kTaskMagic);
}

// Gives the debugger a handle of what was found, or its null and the reason why not.
template <class Opaque>
ompd_rc_t give(Rc rc, Process& process, uint64_t magic, const Object& object, Opaque** out) {
  *out = nullptr;
  if (rc != Rc::ok) return code(rc);
  Handle* handle = nullptr;
  rc = make_handle(process, magic, object, &handle);
  if (rc == Rc::ok) *out = reinterpret_cast<Opaque*>(handle);
  return code(rc);
}

// Compares handles of one kind.
ompd_rc_t compare_handles(void* left, void* right, uint64_t magic, int* value);

// A text as the debugger's own.
ompd_rc_t give_text(const char* text, const char** out);

}  // namespace limpid::ompd::v5
