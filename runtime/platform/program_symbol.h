// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::platform {

// The address of a global function that the program itself defines, also when it does not export it to
// libraries (the loader knows only exported names, and a linker exports only what was asked for): from the
// symbol table of the program's file. Null: there is none, or the table was stripped. Not async-signal-safe.
void* function_of_program(const char* name);

}  // namespace limpid::platform
