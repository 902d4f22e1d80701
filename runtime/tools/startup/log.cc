// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the lines of OMP_TOOL_VERBOSE_INIT.
#include "tools/startup/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

namespace limpid::tools::startup {

Log::Log(const char* destination) {
  if (destination == nullptr) return;
  if (strcmp(destination, "stdout") == 0) {
    fflush(stdout);  // earlier output of the program comes first
    fd_ = STDOUT_FILENO;
  } else if (strcmp(destination, "stderr") == 0) {
    fd_ = STDERR_FILENO;
  } else {
    fd_ = open(destination, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    owned_ = fd_ >= 0;
    if (fd_ < 0) {
      base::warn("OMP_TOOL_VERBOSE_INIT: cannot write to '%s' (%s), logging to stderr", destination,
                 strerror(errno));
      fd_ = STDERR_FILENO;
    }
  }
  say("----- START LOGGING OF TOOL REGISTRATION -----\n");
}

Log::~Log() {
  say("----- END LOGGING OF TOOL REGISTRATION -----\n");
  if (owned_) close(fd_);
}

void Log::say(const char* format, ...) {
  if (fd_ < 0) return;
  va_list arguments;
  va_start(arguments, format);
  vdprintf(fd_, format, arguments);
  va_end(arguments);
}

}  // namespace limpid::tools::startup
