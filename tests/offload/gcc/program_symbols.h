// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbol table of the program's file, by which the driver of driver.c knows the host's versions of regions
// and variables.
#pragma once

#include <elf.h>

// Where PTX has a dollar the host's name has a dot. Null: there is none of that name.
const Elf64_Sym* symbol_named(const char* name);

// The symbol that the address is in, or null.
const Elf64_Sym* symbol_at(const char* address);
