// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/debug_file.h"

#include <elfutils/libdwelf.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace limpid::cli::symbols {
namespace {

namespace fs = std::filesystem;

// The CRC-32 that .gnu_debuglink carries (polynomial 0x04C11DB7, reflected).
uint32_t checksum(FILE* file) {
  static const std::array<uint32_t, 256> kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
      table[i] = value;
    }
    return table;
  }();
  uint32_t crc = 0xFFFFFFFFu;
  std::array<unsigned char, 65536> block;
  while (size_t count = fread(block.data(), 1, block.size(), file)) {
    for (size_t i = 0; i < count; ++i) crc = kTable[(crc ^ block[i]) & 255] ^ (crc >> 8);
  }
  return ~crc;
}

bool has_checksum(const std::string& path, uint32_t expected) {
  std::unique_ptr<FILE, int (*)(FILE*)> file(fopen(path.c_str(), "rb"), fclose);
  return file && checksum(file.get()) == expected;
}

std::string find_by_link(const elf::Handle& module, const std::string& module_path, const DebugRoots& roots) {
  GElf_Word expected = 0;
  const char* link = dwelf_elf_gnu_debuglink(module.get(), &expected);
  if (link == nullptr || *link == '\0') return {};
  std::error_code ignored;
  fs::path real = fs::canonical(module_path, ignored);
  fs::path directory = (real.empty() ? fs::path(module_path) : real).parent_path();
  std::vector<fs::path> candidates = {directory / link, directory / ".debug" / link};
  for (const std::string& root : roots.directories) {
    candidates.push_back(fs::path(root) / directory.relative_path() / link);
  }
  for (const fs::path& candidate : candidates) {
    if (candidate != real && has_checksum(candidate, expected)) return candidate;
  }
  return {};
}

}  // namespace

std::string find_by_build_id(const std::string& build_id, const char* extension, const DebugRoots& roots) {
  if (build_id.size() < 4) return {};
  for (const std::string& root : roots.directories) {
    std::string path = root + "/.build-id/" + build_id.substr(0, 2) + "/" + build_id.substr(2) + extension;
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path;
  }
  return {};
}

std::string find_debug_file(const elf::Handle& module, const std::string& module_path,
                            const DebugRoots& roots) {
  std::string path = find_by_build_id(module.build_id(), ".debug", roots);
  return path.empty() ? find_by_link(module, module_path, roots) : path;
}

}  // namespace limpid::cli::symbols
