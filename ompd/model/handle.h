// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles: an object of the target, and the id that shows whether it is still the same.
#pragma once

#include <stdint.h>

#include "target/process.h"

namespace limpid::ompd {

// The kinds of handles, distinguished by their first word.
inline constexpr uint64_t kThreadMagic = 0x6c696d7064544852;
inline constexpr uint64_t kParallelMagic = 0x6c696d7064504152;
inline constexpr uint64_t kTaskMagic = 0x6c696d706454534b;

// State of a task when its handle was made: decides when the handle is stale.
enum class Life : uint32_t {
  runs,     // a thread runs it, or has suspended it
  waits,    // in a queue, or for predecessors
  is_over,  // complete; its header stays for its children
};

// An object of the target, and what distinguishes it from a later object at the same address.
//
// Owner    the debugger, until it releases the handle; allocated with its callback.
// Identity the id that the runtime gave: never used twice in a process.
struct Object {
  uint64_t address = 0;
  uint64_t identity = 0;
  Life life = Life::runs;
};

struct Handle {
  uint64_t magic;
  Process* process;
  Object object;
};

// Allocates a handle. process: not const, because handles are given to functions that may change it.
Rc make_handle(Process& process, uint64_t magic, const Object& object, Handle** handle);
Rc release_handle(Handle* handle, uint64_t magic);

// Null unless it is a handle of that kind. const: some handles of OMPD 2.0 are.
inline Handle* handle_of(const void* handle, uint64_t magic) {
  auto* made = static_cast<Handle*>(const_cast<void*>(handle));
  return made != nullptr && made->magic == magic ? made : nullptr;
}
inline Handle* thread_of(const void* handle) {
  return handle_of(handle, kThreadMagic);
}
inline Handle* region_of(const void* handle) {
  return handle_of(handle, kParallelMagic);
}
inline Handle* task_of(const void* handle) {
  return handle_of(handle, kTaskMagic);
}

// A total order of one kind of handles of one process: negative, 0 or positive.
Rc compare_handles(const void* left, const void* right, uint64_t magic, int* value);

// Gives the debugger a handle of the object that was found, or null and the reason.
template <class Opaque>
Rc give(Rc rc, Process& process, uint64_t magic, const Object& object, Opaque** out) {
  *out = nullptr;
  if (rc != Rc::ok) return rc;
  Handle* handle = nullptr;
  rc = make_handle(process, magic, object, &handle);
  if (rc == Rc::ok) *out = reinterpret_cast<Opaque*>(handle);
  return rc;
}

using Find = Rc (*)(const Process& process, const Object& from, Object& found);

// From the handle of one object to that of another.
template <class Opaque>
Rc follow(Handle* from, Find find, uint64_t magic, Opaque** out) {
  if (from == nullptr) return Rc::stale_handle;
  if (out == nullptr) return Rc::bad_input;
  Object found;
  const Rc rc = find(*from->process, from->object, found);
  return give(rc, *from->process, magic, found, out);
}

using FindMember = Rc (*)(const Process& process, const Object& region, int64_t number, Object& found);

// From the handle of a region to what belongs to a number of it.
template <class Opaque>
Rc follow(Handle* region, FindMember find, int64_t number, uint64_t magic, Opaque** out) {
  if (region == nullptr) return Rc::stale_handle;
  if (out == nullptr) return Rc::bad_input;
  Object found;
  const Rc rc = find(*region->process, region->object, number, found);
  return give(rc, *region->process, magic, found, out);
}

}  // namespace limpid::ompd
