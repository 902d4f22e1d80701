// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of memory by mmap.
#include "platform/memory.h"

#include <sys/mman.h>

namespace limpid::platform {

namespace {

void* map(size_t bytes, int flags) {
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return address == MAP_FAILED ? nullptr : address;
}

}  // namespace

void* map_pages(size_t bytes) {
  return map(bytes, 0);
}

void* map_ready_pages(size_t bytes) {
  return map(bytes, MAP_POPULATE);
}

void unmap_pages(void* address, size_t bytes) {
  munmap(address, bytes);
}

}  // namespace limpid::platform
