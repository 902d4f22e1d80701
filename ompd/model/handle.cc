// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

int compare(const Handle& left, const Handle& right) {
  if (left.process != right.process)
    return order(reinterpret_cast<uintptr_t>(left.process), reinterpret_cast<uintptr_t>(right.process));
  const int by_address = order(left.object.address, right.object.address);
  return by_address != 0 ? by_address : order(left.object.identity, right.object.identity);
}

}  // namespace limpid::ompd
