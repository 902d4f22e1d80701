// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks, warnings and fatal errors.
#pragma once

namespace limpid::base {

// Writes "limpid: <message>" to stderr and aborts. Formats into a stack buffer: never allocates, takes no
// lock.
[[noreturn]] void fatal(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Writes "limpid: <message>" to stderr and returns. Same guarantees as fatal().
void warn(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Turns warn() on or off; it is on at the start.
void set_warnings(bool on);

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace limpid::base

// Always on: guards against memory corruption and conditions that no program can reach through the interface.
#define LIMPID_CHECK(condition) \
  (__builtin_expect(!(condition), 0) ? limpid::base::check_failed(#condition, __FILE__, __LINE__) : (void)0)

// Debug builds only: costs nothing on hot paths of a release.
#ifdef NDEBUG
#define LIMPID_DCHECK(condition) ((void)0)
#else
#define LIMPID_DCHECK(condition) LIMPID_CHECK(condition)
#endif
