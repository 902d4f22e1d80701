// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The debugger's callbacks, in one form for both interfaces.
#pragma once

#include <stdint.h>

#include "target/rc.h"

namespace limpid::ompd {

struct TypeSizes {
  uint8_t of_char, of_short, of_int, of_long, of_long_long, of_pointer;
};

// context: the debugger's, of the address space. None of the functions is null.
struct Access {
  Rc (*allocate)(uint64_t bytes, void** memory);
  Rc (*release)(void* memory);
  Rc (*sizes)(void* context, TypeSizes* sizes);
  Rc (*symbol)(void* context, const char* name, uint64_t* address);
  Rc (*read)(void* context, uint64_t address, uint64_t bytes, void* buffer);
  Rc (*write)(void* context, uint64_t address, uint64_t bytes, const void* buffer);
  Rc (*to_host)(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output);
  Rc (*to_target)(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output);
};

}  // namespace limpid::ompd
