// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file that memory was loaded from.
#pragma once

#include <stdint.h>

namespace limpid::platform {

struct FileOfAddress {
  const char* name;   // null: memory of no file. Of a library: as long as it is loaded
  int64_t offset;     // of the memory in the file
  uintptr_t address;  // of the memory in the file's own terms, as its symbol table gives addresses
};

// Of the program or the library that contains the address. Takes the loader's lock; not async-signal-safe.
FileOfAddress file_of_address(const void* address);

}  // namespace limpid::platform
