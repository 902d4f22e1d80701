// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace limpid::recorder {

// Reads a file line by line, without memory of its own: lines that do not fit into `buffer` are left out.
// Async-signal-safe.
class LineReader {
 public:
  LineReader(int descriptor, char* buffer, size_t bytes)
      : descriptor_(descriptor), buffer_(buffer), bytes_(bytes) {}

  // The next line that has an end, without that; *offset: where it begins in the file. It stays until the next call.
  bool next(std::string_view* line, uint64_t* offset) {
    for (;;) {
      const void* end = std::memchr(buffer_ + begin_, '\n', filled_ - begin_);
      if (end == nullptr && make_room()) continue;
      if (end == nullptr) return false;
      const size_t from = begin_;
      begin_ = static_cast<size_t>(static_cast<const char*>(end) - buffer_) + 1;
      if (std::exchange(too_long_, false)) continue;
      *line = {buffer_ + from, begin_ - 1 - from};
      *offset = base_ + from;
      return true;
    }
  }

 private:
  // False at the end of the file.
  bool make_room() {
    if (begin_ == 0 && filled_ == bytes_) {
      too_long_ = true;
      begin_ = filled_;
    }
    std::memmove(buffer_, buffer_ + begin_, filled_ - begin_);
    base_ += begin_;
    filled_ -= begin_;
    begin_ = 0;
    ssize_t n;
    do {
      n = read(descriptor_, buffer_ + filled_, bytes_ - filled_);
    } while (n < 0 && errno == EINTR);
    if (n <= 0) return false;
    filled_ += static_cast<size_t>(n);
    return true;
  }

  const int descriptor_;
  char* const buffer_;
  const size_t bytes_;
  size_t begin_ = 0, filled_ = 0;
  uint64_t base_ = 0;      // place of buffer_ in the file
  bool too_long_ = false;  // the beginning of this line was dropped
};

}  // namespace limpid::recorder
