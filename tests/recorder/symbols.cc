// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols.h"

#include <elf.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

namespace limpid::test {

namespace {

template <typename T>
T at(const std::vector<char>& bytes, uint64_t offset) {
  T value{};
  if (offset + sizeof(T) <= bytes.size())
    std::copy_n(bytes.begin() + static_cast<long>(offset), sizeof(T), reinterpret_cast<char*>(&value));
  return value;
}

}  // namespace

Symbols::Symbols(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const auto header = at<Elf64_Ehdr>(bytes, 0);
  for (int i = 0; i < header.e_shnum; ++i) {
    const auto section =
        at<Elf64_Shdr>(bytes, header.e_shoff + static_cast<uint64_t>(i) * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    const auto names = at<Elf64_Shdr>(bytes, header.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
    for (uint64_t offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(bytes, section.sh_offset + offset);
      const uint64_t name = names.sh_offset + symbol.st_name;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_value == 0 || name >= bytes.size()) continue;
      functions_[symbol.st_value] = {symbol.st_size, &bytes[name]};
    }
  }
}

std::string Symbols::name(uint64_t address) const {
  auto it = functions_.upper_bound(address);
  if (it == functions_.begin()) return "?";
  --it;
  return address < it->first + it->second.size ? it->second.name : "?";
}

}  // namespace limpid::test
