// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs share: their one argument and how they end. C and C++.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `tiny` as the only argument makes a program so small that it is a test. Anything else but nothing ends it.
static inline int is_tiny(int argc, char** argv) {
  if (argc == 1) return 0;
  if (argc == 2 && strcmp(argv[1], "tiny") == 0) return 1;
  fprintf(stderr, "usage: %s [tiny]\n", argv[0]);
  exit(2);
}

// The exit status. A runtime that skips work, or does it too early, fails instead of winning.
static inline int ended(const char* program, int right) {
  if (right) return 0;
  fprintf(stderr, "%s: wrong result\n", program);
  return 1;
}

// A number that looks random and is the same everywhere.
static inline unsigned long mixed(unsigned long x) {
  x += 0x9e3779b97f4a7c15UL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
  return x ^ (x >> 31);
}
