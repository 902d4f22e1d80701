// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/threads.h"

namespace limpid::ompd {

// A native thread identifier as it crosses the interface: of a kind, so many bytes in the target's order.
struct NativeId {
  IdKind kind{};
  uint32_t bytes = 0;
  uint64_t number = 0;

  // unsupported: not a kind of this platform. bad_input: not the size of such an identifier; a kernel's may
  // be given as the four bytes that it has, or as eight.
  Rc describe(const Process& process, uint64_t kind_number, uint64_t size);

  // Out of, and into the debugger's memory.
  Rc take(const Process& process, uint64_t kind_number, uint64_t size, const void* id);
  Rc put(const Process& process, void* id) const;
};

}  // namespace limpid::ompd
