// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "messages.h"

#include <unistd.h>
#include <cstdarg>
#include <cstdio>

namespace limpid::recorder {

void message(const char* format, ...) {
  char line[1024];
  int n = std::snprintf(line, sizeof line, "limpid: ");
  va_list arguments;
  va_start(arguments, format);
  const int more = std::vsnprintf(line + n, sizeof line - static_cast<unsigned>(n) - 1, format, arguments);
  va_end(arguments);
  if (more > 0) n += more;
  if (n > static_cast<int>(sizeof line) - 2) n = static_cast<int>(sizeof line) - 2;
  line[n++] = '\n';
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, static_cast<unsigned>(n));
}

}  // namespace limpid::recorder
