// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts native thread ids of each kind and size.
#include "model/native_id.h"

#include "model/thread_index.h"

namespace limpid::ompd {
namespace {

// The numbers are the same in both interfaces.
enum : uint64_t { kPthread = 0, kLwp = 1 };

struct NativeId {
  IdKind kind{};
  uint32_t bytes = 0;
  uint64_t number = 0;

  Rc describe(const Process& process, uint64_t kind_number, uint64_t size);

  // Reads from, and writes to the debugger's memory.
  Rc take(const Process& process, uint64_t kind_number, uint64_t size, const void* id);
  Rc put(const Process& process, void* id) const;
};

Rc NativeId::describe(const Process& process, uint64_t kind_number, uint64_t size) {
  if (kind_number != kPthread && kind_number != kLwp) return Rc::unsupported;
  kind = kind_number == kPthread ? IdKind::pthread : IdKind::lwp;
  const bool fits = kind == IdKind::pthread ? size == process.sizes.of_pointer : size == 4 || size == 8;
  if (!fits) return Rc::bad_input;
  bytes = static_cast<uint32_t>(size);
  return Rc::ok;
}

Rc NativeId::take(const Process& process, uint64_t kind_number, uint64_t size, const void* id) {
  Rc rc = describe(process, kind_number, size);
  if (rc != Rc::ok) return rc;
  uint32_t narrow = 0;
  void* host = bytes == 4 ? static_cast<void*>(&narrow) : &number;
  rc = process.access->to_host(process.context, id, bytes, 1, host);
  if (bytes == 4) number = narrow;
  return rc;
}

Rc NativeId::put(const Process& process, void* id) const {
  const uint32_t narrow = static_cast<uint32_t>(number);
  const void* host = bytes == 4 ? static_cast<const void*>(&narrow) : &number;
  return process.access->to_target(process.context, host, bytes, 1, id);
}

}  // namespace

Rc find_thread(Process& process, uint64_t kind, uint64_t size, const void* id, Object& thread) {
  NativeId native;
  const Rc rc = native.take(process, kind, size, id);
  return rc == Rc::ok ? find_in_index(process, native.kind, native.number, thread) : rc;
}

Rc put_native_id(const Process& process, const Object& thread, uint64_t kind, uint64_t size, void* id) {
  NativeId native;
  Rc rc = native.describe(process, kind, size);
  if (rc == Rc::ok) rc = native_id(process, thread, native.kind, native.number);
  return rc == Rc::ok ? native.put(process, id) : rc;
}

}  // namespace limpid::ompd
