// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "file/output_file.h"
#include "trace.h"

namespace limpid::recorder {

// The trace file as memory: block 0 is its header, the others are for events. Blocks never move, and stay
// mapped until the process ends.
class TraceMapping {
 public:
  // Creates the file, with room for its header and in time for at most so many bytes. False with the reason in
  // errno.
  bool create(const char* path, uint64_t limit_bytes);

  bool is_open() const { return base_ != nullptr; }
  const char* path() const { return file_.path(); }

  trace::FileHeader* header() { return reinterpret_cast<trace::FileHeader*>(base_); }
  trace::BlockHeader* block(uint32_t number) {
    return reinterpret_cast<trace::BlockHeader*>(base_ + uint64_t{number} * trace::kBlockBytes);
  }

  uint32_t blocks() const { return blocks_; }  // that are there
  uint32_t most() const { return most_; }

  // Makes up to `count` more, with room on the disk, and answers how many. 0: the file is at its limit, or error()
  // says why it cannot grow.
  uint32_t extend(uint32_t count);
  int error() const { return error_; }

  // Takes the page faults of a block's first stores now and here.
  void touch(uint32_t number);

  // Lets the disk have what a thread that is gone has left free in its block.
  void give_back_rest(uint32_t number);

  // Cuts the file to so many blocks and lets go of it. The blocks stay where they are.
  void close(uint32_t blocks);

  // In a forked child: nothing of the parent's file is left here.
  void abandon();

 private:
  OutputFile file_;
  uint8_t* base_ = nullptr;
  uint32_t blocks_ = 0;
  uint32_t most_ = 0;
  int error_ = 0;
};

}  // namespace limpid::recorder
