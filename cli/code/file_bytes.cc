// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code/file_bytes.h"

#include <gelf.h>

#include <algorithm>

namespace limpid::cli::code {

FileBytes::FileBytes(const elf::Handle& file) {
  size_t size = 0;
  size_t headers = 0;
  const char* image = file ? elf_rawfile(file.get(), &size) : nullptr;
  if (image == nullptr || elf_getphdrnum(file.get(), &headers) != 0) return;
  for (size_t i = 0; i < headers; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file.get(), static_cast<int>(i), &header) == nullptr || header.p_type != PT_LOAD)
      continue;
    if (header.p_offset >= size) continue;
    size_t there = std::min<uint64_t>(header.p_filesz, size - header.p_offset);
    const auto* bytes = reinterpret_cast<const uint8_t*>(image) + header.p_offset;
    segments_.push_back({header.p_vaddr, {bytes, there}, (header.p_flags & PF_X) != 0});
  }
}

const FileBytes::Segment* FileBytes::segment_of(uint64_t address) const {
  auto found = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& segment) {
    return address >= segment.begin && address - segment.begin < segment.bytes.size();
  });
  return found == segments_.end() ? nullptr : &*found;
}

std::span<const uint8_t> FileBytes::from(uint64_t address) const {
  const Segment* segment = segment_of(address);
  if (segment == nullptr) return {};
  return segment->bytes.subspan(address - segment->begin);
}

std::span<const uint8_t> FileBytes::code_from(uint64_t address) const {
  const Segment* segment = segment_of(address);
  if (segment == nullptr || !segment->code) return {};
  return segment->bytes.subspan(address - segment->begin);
}

std::string_view FileBytes::text_at(uint64_t address) const {
  std::span<const uint8_t> bytes = from(address);
  auto end = std::find(bytes.begin(), bytes.end(), 0);
  if (end == bytes.end()) return {};
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(end - bytes.begin())};
}

}  // namespace limpid::cli::code
