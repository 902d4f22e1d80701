// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbol tables of the program's file and of the libraries that it has opened, by which the driver of driver.c
// knows the host's versions of regions and variables.
#pragma once

#include <stddef.h>

typedef struct {
  char* address;  // null: there is none
  size_t bytes;
} Symbol;

// Where PTX has a dollar the host's name has a dot.
Symbol symbol_named(const char* name);

// The symbol that the address is in.
Symbol symbol_at(const char* address);
