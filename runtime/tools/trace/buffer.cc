// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts headers into the tool's memory, and space for records behind them.
#include "tools/trace/buffer.h"

#include <new>

#include "base/check.h"
#include "platform/memory.h"

namespace limpid::tools::trace {

void* Buffer::append(size_t size) {
  LIMPID_DCHECK(first <= used && used <= bytes);
  if (size > bytes - used) return nullptr;
  void* const room = static_cast<char*>(address) + used;
  used += size;
  return room;
}

Buffer* header_in(const void* address) {
  constexpr uintptr_t kAlign = alignof(Buffer);
  return reinterpret_cast<Buffer*>((reinterpret_cast<uintptr_t>(address) + kAlign - 1) / kAlign * kAlign);
}

size_t end_of_header(const void* address) {
  return reinterpret_cast<uintptr_t>(header_in(address) + 1) - reinterpret_cast<uintptr_t>(address);
}

// Memory in which no record fits may have no room for a header either.
Buffer* make_buffer(const Interface& interface, int32_t device, void* address, size_t bytes,
                    Callback complete) {
  if (address == nullptr || bytes == 0) return nullptr;
  const size_t first = interface.first_record(address, bytes);
  void* const place = first != 0 ? header_in(address) : platform::map_pages(sizeof(Buffer));
  if (place == nullptr) return nullptr;
  return ::new (place) Buffer{address, bytes, device, first, first, complete, nullptr};
}

void give_back(const Interface& interface, Buffer* buffer) {
  const Buffer copy = *buffer;
  if (copy.first == 0) platform::unmap_pages(buffer, sizeof(Buffer));
  interface.complete(copy);
}

}  // namespace limpid::tools::trace
