// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of memory by mmap.
#include "platform/memory.h"

#include <sys/mman.h>

namespace limpid::platform {

void* map_pages(size_t bytes) {
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? nullptr : address;
}

void unmap_pages(void* address, size_t bytes) {
  munmap(address, bytes);
}

}  // namespace limpid::platform
