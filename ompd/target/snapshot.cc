// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache of blocks of the target's memory.
#include "target/snapshot.h"

#include <string.h>

namespace limpid::ompd {
namespace {

// The smallest page: a block is mapped as a whole or not at all.
constexpr uint64_t kBlockBytes = 4096;

}  // namespace

struct Snapshot::Block {
  uint64_t address;  // 0: nothing was read yet
  bool is_readable;
  unsigned char bytes[kBlockBytes];
};

Snapshot::Snapshot(const Process& process, Size size)
    : process_(process), log2_(static_cast<uint32_t>(size)) {
  void* memory = nullptr;
  const uint64_t blocks = uint64_t{1} << log2_;
  if (process.snapshot != nullptr || process.access->allocate(blocks * sizeof(Block), &memory) != Rc::ok)
    return;
  blocks_ = static_cast<Block*>(memory);
  for (uint64_t i = 0; i < blocks; ++i) blocks_[i].address = 0;
  process.snapshot = this;
}

Snapshot::~Snapshot() {
  if (blocks_ == nullptr) return;
  process_.snapshot = nullptr;
  process_.access->release(blocks_);
}

bool Snapshot::read(uint64_t address, uint32_t bytes, void* buffer) {
  const uint64_t offset = address % kBlockBytes;
  const uint64_t begin = address - offset;
  if (begin == 0 || offset + bytes > kBlockBytes) return false;
  // Neighbouring pages, and those of one thread, team and slab, do not replace each other.
  Block& block = blocks_[(begin / kBlockBytes * 0x9e3779b97f4a7c15) >> (64 - log2_)];
  if (block.address != begin) {
    block.address = begin;
    block.is_readable = process_.access->read(process_.context, begin, kBlockBytes, block.bytes) == Rc::ok;
  }
  if (block.is_readable) memcpy(buffer, block.bytes + offset, bytes);
  return block.is_readable;
}

}  // namespace limpid::ompd
