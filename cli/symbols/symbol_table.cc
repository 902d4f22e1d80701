// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>

namespace limpid::cli::symbols {
namespace {

bool is_defined_function(const GElf_Sym& symbol) {
  int type = GELF_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && symbol.st_value != 0 && (type == STT_FUNC || type == STT_GNU_IFUNC);
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
    if (name != nullptr && *name != '\0') out.push_back({symbol.st_value, symbol.st_size, name});
  }
}

// Of several names for one address the one that users know comes first: no leading underscores, then the shortest.
bool before(const SymbolTable::Symbol& a, const SymbolTable::Symbol& b) {
  if (a.address != b.address) return a.address < b.address;
  if ((a.size == 0) != (b.size == 0)) return b.size == 0;
  size_t a_scores = a.name.find_first_not_of('_');
  size_t b_scores = b.name.find_first_not_of('_');
  if (a_scores != b_scores) return a_scores < b_scores;
  return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;
}

}  // namespace

void SymbolTable::add(const elf::Handle& file) {
  if (!file) return;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) {
      add_section(file.get(), section, header, symbols_);
    }
  }
}

void SymbolTable::finish() {
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

bool SymbolTable::has(const std::string& name) const {
  return std::any_of(symbols_.begin(), symbols_.end(), [&](const Symbol& s) { return s.name == name; });
}

}  // namespace limpid::cli::symbols
