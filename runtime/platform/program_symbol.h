// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the program itself defines, exported or not.
#pragma once

namespace limpid::platform {

// The address of a global function that the program itself defines, from the symbol table of the program's
// file. The function need not be exported to libraries: the loader knows only exported names, and a linker
// exports only what it was asked to. Null: there is none, or the table was stripped. Not async-signal-safe.
void* function_of_program(const char* name);

}  // namespace limpid::platform
