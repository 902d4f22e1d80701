// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes, releases and compares handles.
#include "model/handle.h"

namespace limpid::ompd {
namespace {

int order(uint64_t left, uint64_t right) {
  return left < right ? -1 : left > right ? 1 : 0;
}

}  // namespace

Rc make_handle(Process& process, uint64_t magic, const Object& object, Handle** handle) {
  void* memory = nullptr;
  const Rc rc = process.access->allocate(sizeof(Handle), &memory);
  if (rc != Rc::ok || memory == nullptr) return rc == Rc::ok ? Rc::nomem : rc;
  auto* made = static_cast<Handle*>(memory);
  *made = Handle{magic, &process, object};
  *handle = made;
  return Rc::ok;
}

Rc release_handle(Handle* handle, uint64_t magic) {
  if (handle_of(handle, magic) == nullptr) return Rc::stale_handle;
  handle->magic = kDead;
  return handle->process->access->release(handle);
}

Rc compare_handles(const void* left, const void* right, uint64_t magic, int* value) {
  const Handle* one = handle_of(left, magic);
  const Handle* other = handle_of(right, magic);
  if (one == nullptr || other == nullptr) return Rc::stale_handle;
  if (value == nullptr || one->process != other->process) return Rc::bad_input;
  const int by_address = order(one->object.address, other->object.address);
  *value = by_address != 0 ? by_address : order(one->object.identity, other->object.identity);
  return Rc::ok;
}

}  // namespace limpid::ompd
