// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What glibc's malloc does with memory that the program frees.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// Lets glibc's malloc keep freed memory for later allocations: up to 62 MiB at the end of a heap, and blocks of up
// to 31 MiB come from heaps instead of pages of their own. Without it a program that allocates and frees large
// temporaries again and again maps, clears and unmaps them each time, until it has freed one that is as large. Does
// nothing if the program has another malloc, or has set a threshold itself (mallopt, GLIBC_TUNABLES). Touches one page.
// Keeps errno. Not async-signal-safe. False: it is not glibc's malloc, or it has no memory.
bool keep_freed_memory();

}  // namespace limpid::platform
