// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <climits>
#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// A file of ours in a process that is not: its descriptor keeps out of the program's way, and may be closed by
// the program and given to a file of its own. Nothing is done to a file that is not ours any more.
class OutputFile {
 public:
  // Makes the kernel's table of descriptors as large as the file's will need it: that takes a moment in a
  // process of one thread, and milliseconds in one of several.
  static void prepare_descriptors();

  // Creates the file. A name that is taken gets the pid or a number put in, unless `replace`. False with the
  // reason in errno.
  bool create(const char* path, bool replace);

  const char* path() const { return path_; }
  int descriptor() const { return fd_; }

  // False, with errno ENOENT, once the program has closed it.
  bool still_ours();

  // Gives [offset, offset + bytes) real blocks, so that stores into a mapping of it cannot fail later. False
  // with the reason in errno; where the process's limit for files is in the way, that is EFBIG and no signal.
  bool allocate(uint64_t offset, uint64_t bytes);

  // Cuts the file to `bytes` and closes it.
  void close(uint64_t bytes);
  void remove();

  // Closes it as it is: it is another process's.
  void abandon();

 private:
  char path_[PATH_MAX] = {};
  int fd_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace limpid::recorder
