// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds vectors of handles.
#include "model/vectors.h"

#include "model/details.h"

namespace limpid::ompd {

Rc make_handles(Process& process, uint64_t magic, const Object* objects, uint32_t count, Handle*** vector) {
  const Access& access = *process.access;
  void* memory = nullptr;
  Rc rc = access.allocate((uint64_t{count} + 1) * sizeof(void*), &memory);
  if (rc != Rc::ok) return rc;
  auto** handles = static_cast<Handle**>(memory);
  for (uint32_t i = 0; i < count; ++i) {
    rc = make_handle(process, magic, objects[i], &handles[i]);
    if (rc == Rc::ok) continue;
    while (i > 0) release_handle(handles[--i], magic);
    access.release(memory);
    return rc;
  }
  handles[count] = nullptr;
  *vector = handles;
  return Rc::ok;
}

Rc make_thread_handles(Process& process, Handle*** vector, uint32_t& count) {
  Object* threads = nullptr;
  Rc rc = collect_threads(process, &threads, count);
  if (rc != Rc::ok) return rc;
  if (vector != nullptr) rc = make_handles(process, kThreadMagic, threads, count, vector);
  process.access->release(threads);
  return rc;
}

}  // namespace limpid::ompd
