// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>

namespace limpid::cli::symbols {
namespace {

bool is_defined_function(const GElf_Sym& symbol) {
  int type = GELF_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && symbol.st_value != 0 && (type == STT_FUNC || type == STT_GNU_IFUNC);
}

// Symbols without a size (assembly) reach to the end of their section at most: what lies behind is not
// theirs.
uint64_t size_of(Elf* elf, const GElf_Sym& symbol) {
  if (symbol.st_size != 0) return symbol.st_size;
  GElf_Shdr header;
  Elf_Scn* section = elf_getscn(elf, symbol.st_shndx);
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr) return 0;
  uint64_t end = header.sh_addr + header.sh_size;
  return end > symbol.st_value ? end - symbol.st_value : 0;
}

void add_section(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, std::vector<SymbolTable::Symbol>& out) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  size_t count = header.sh_size / header.sh_entsize;
  for (size_t i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return;
    if (!is_defined_function(symbol)) continue;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name != nullptr && *name != '\0') out.push_back({symbol.st_value, size_of(elf, symbol), name});
  }
}

// Of several names for one address the one that users know comes first: no leading underscores, then the
// shortest.
bool before(const SymbolTable::Symbol& a, const SymbolTable::Symbol& b) {
  if (a.address != b.address) return a.address < b.address;
  size_t a_scores = a.name.find_first_not_of('_');
  size_t b_scores = b.name.find_first_not_of('_');
  if (a_scores != b_scores) return a_scores < b_scores;
  return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;
}

}  // namespace

void SymbolTable::add(const elf::Handle& file) {
  if (!file) return;
  add_function_starts(file);
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) {
      add_section(file.get(), section, header, symbols_);
    }
  }
}

// The search table of .eh_frame_hdr: a header of four encoding bytes, a pointer, a count, then pairs of
// function start and description, both relative to the table. Other encodings than the linkers' usual ones
// are left alone.
void SymbolTable::add_function_starts(const elf::Handle& file) {
  constexpr unsigned char kUsual[] = {1, 0x1b, 0x03, 0x3b};
  size_t count = 0;
  if (elf_getphdrnum(file.get(), &count) != 0) return;
  size_t size = 0;
  const char* bytes = elf_rawfile(file.get(), &size);
  for (size_t i = 0; bytes != nullptr && i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file.get(), static_cast<int>(i), &header) == nullptr) return;
    bool inside =
        header.p_offset < size && header.p_filesz <= size - header.p_offset && header.p_filesz >= 12;
    if (header.p_type != PT_GNU_EH_FRAME || !inside) continue;
    const char* table = bytes + header.p_offset;
    if (std::memcmp(table, kUsual, sizeof kUsual) != 0) return;
    uint32_t entries = 0;
    std::memcpy(&entries, table + 8, sizeof entries);
    entries = static_cast<uint32_t>(std::min<uint64_t>(entries, (header.p_filesz - 12) / 8));
    for (uint32_t entry = 0; entry < entries; ++entry) {
      int32_t start = 0;
      std::memcpy(&start, table + 12 + size_t{entry} * 8, sizeof start);
      starts_.push_back(header.p_vaddr + static_cast<uint64_t>(int64_t{start}));
    }
  }
}

uint64_t SymbolTable::function_start(uint64_t address) const {
  auto next = std::upper_bound(starts_.begin(), starts_.end(), address);
  return next == starts_.begin() ? address : *std::prev(next);
}

void SymbolTable::finish() {
  std::sort(starts_.begin(), starts_.end());
  std::sort(symbols_.begin(), symbols_.end(), before);
  auto same_address = [](const Symbol& a, const Symbol& b) { return a.address == b.address; };
  symbols_.erase(std::unique(symbols_.begin(), symbols_.end(), same_address), symbols_.end());
  symbols_.shrink_to_fit();
}

const SymbolTable::Symbol* SymbolTable::find(uint64_t address) const {
  auto next = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                               [](uint64_t a, const Symbol& symbol) { return a < symbol.address; });
  if (next == symbols_.begin()) return nullptr;
  const Symbol& symbol = *std::prev(next);
  if (symbol.size != 0 && address >= symbol.address + symbol.size) return nullptr;
  return &symbol;
}

SymbolTable::Extent SymbolTable::extent(uint64_t address) const {
  const Symbol* symbol = find(address);
  if (symbol != nullptr && symbol->size != 0) return {symbol->address, symbol->address + symbol->size};
  auto next = std::upper_bound(starts_.begin(), starts_.end(), address);
  if (next == starts_.begin() || next == starts_.end()) return {};
  return {*std::prev(next), *next};
}

uint64_t SymbolTable::address_of(std::string_view name) const {
  auto found =
      std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& s) { return s.name == name; });
  return found == symbols_.end() ? 0 : found->address;
}

}  // namespace limpid::cli::symbols
