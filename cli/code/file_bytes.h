// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "elf/handle.h"

namespace limpid::cli::code {

// The bytes of an ELF file by the addresses that they are loaded at. `file` has to outlive this object.
class FileBytes {
 public:
  explicit FileBytes(const elf::Handle& file);

  // The bytes from `address` to the end of what the file has of its segment; empty outside all segments.
  std::span<const uint8_t> from(uint64_t address) const;

  // The same where code lies; empty elsewhere.
  std::span<const uint8_t> code_from(uint64_t address) const;

  // The text at `address` up to its NUL; empty if it does not end in its segment.
  std::string_view text_at(uint64_t address) const;

 private:
  struct Segment {
    uint64_t begin;
    std::span<const uint8_t> bytes;
    bool code;
  };
  const Segment* segment_of(uint64_t address) const;

  std::vector<Segment> segments_;
};

}  // namespace limpid::cli::code
