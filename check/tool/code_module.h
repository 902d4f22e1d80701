// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

struct link_map;

namespace limpid::check {

// The object file that an address belongs to.
struct CodeModule {
  const link_map* object = nullptr;  // null: none
  const char* file = "";             // "" for the program itself
  uint64_t offset = 0;  // of the address, as the file counts: without the place where it was loaded
};

// Takes no lock of the loader's: a thread may be inside dlopen, in a constructor that waits for our lock.
CodeModule module_of(const void* code);

}  // namespace limpid::check
