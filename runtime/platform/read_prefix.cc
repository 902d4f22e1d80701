// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the first bytes of a file.
#include "platform/read_prefix.h"

#include <fcntl.h>
#include <unistd.h>

namespace limpid::platform {

void read_prefix(const char* path, char* buffer, size_t size) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t length = fd >= 0 ? read(fd, buffer, size - 1) : 0;
  buffer[length > 0 ? length : 0] = '\0';
  if (fd >= 0) close(fd);
}

}  // namespace limpid::platform
