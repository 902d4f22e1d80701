// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages on stderr: warnings, fatal errors, failed checks.
#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace limpid::base {
namespace {

constinit bool g_warnings = true;

// One write(2) per message, so that lines of several threads do not mix.
void write_message(const char* format, va_list arguments) {
  char buffer[1024];
  int used = snprintf(buffer, sizeof buffer, "limpid: ");
  int body = vsnprintf(buffer + used, sizeof buffer - used - 1, format, arguments);
  if (body < 0) return;
  int length = used + body;
  if (length > static_cast<int>(sizeof buffer) - 2) length = sizeof buffer - 2;
  buffer[length++] = '\n';
  ssize_t ignored = write(STDERR_FILENO, buffer, length);
  static_cast<void>(ignored);
}

}  // namespace

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_message(format, arguments);
  va_end(arguments);
  abort();
}

void warn(const char* format, ...) {
  if (!__atomic_load_n(&g_warnings, __ATOMIC_RELAXED)) return;
  va_list arguments;
  va_start(arguments, format);
  write_message(format, arguments);
  va_end(arguments);
}

void set_warnings(bool on) {
  __atomic_store_n(&g_warnings, on, __ATOMIC_RELAXED);
}

void check_failed(const char* condition, const char* file, int line) {
  fatal("internal error: check '%s' failed at %s:%d; please report it", condition, file, line);
}

}  // namespace limpid::base
