// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of the target's memory, read once per call.
#pragma once

#include <stdint.h>

#include "target/process.h"

namespace limpid::ompd {

// Blocks of the target's memory, each read once, for the time of one call that reads many objects: the
// target does not run meanwhile. While one lives, every Reader of its process reads through it.
//
// Memory  the debugger's; without any, or around another snapshot, nothing is kept and nothing else changes.
class Snapshot {
 public:
  // How many blocks a call needs: those of a few objects, or of all threads or tasks.
  enum class Size : uint32_t { few = 4, many = 8 };

  Snapshot(const Process& process, Size size);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // False: the bytes are not all in a block that can be read; they may be readable by themselves.
  bool read(uint64_t address, uint32_t bytes, void* buffer);

 private:
  struct Block;

  const Process& process_;
  const uint32_t log2_;  // of the number of blocks
  Block* blocks_ = nullptr;
};

}  // namespace limpid::ompd
