// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Raises glibc's dynamic thresholds as a program does that frees a large block.
#include "platform/freed_memory.h"

#include <stdlib.h>

#include "platform/keeps_errno.h"

// glibc's other name of its malloc; a program that brings its own malloc does not replace this one.
extern "C" [[gnu::weak]] void* __libc_malloc(size_t bytes);  // NOLINT(bugprone-reserved-identifier)

namespace limpid::platform {
namespace {

// Just below the largest block (32 MiB) whose end raises the thresholds: M_MMAP_THRESHOLD to its size, M_TRIM_THRESHOLD
// to twice its size.
constexpr size_t kBlock = size_t{31} << 20;

}  // namespace

bool keep_freed_memory() {
  void* (*volatile allocate)(size_t) = malloc;  // volatile: the compiler may leave out a malloc and its free
  if (allocate != __libc_malloc) return false;
  const KeepsErrno keeps_errno;
  void* const block = allocate(kBlock);
  free(block);
  return block != nullptr;
}

}  // namespace limpid::platform
