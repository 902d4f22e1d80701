// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code/import_table.h"

#include <gelf.h>

namespace limpid::cli::code {

ImportTable::ImportTable(const elf::Handle& file) {
  Elf_Scn* section = nullptr;
  while (file && (section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_RELA) continue;
    read_relocations(file.get(), section, header.sh_link);
  }
}

void ImportTable::read_relocations(Elf* elf, Elf_Scn* section, uint64_t link) {
  Elf_Data* data = elf_getdata(section, nullptr);
  Elf_Scn* symbols = elf_getscn(elf, link);
  Elf_Data* symbol_data = symbols == nullptr ? nullptr : elf_getdata(symbols, nullptr);
  GElf_Shdr symbol_header;
  if (data == nullptr || (symbols != nullptr && gelf_getshdr(symbols, &symbol_header) == nullptr)) return;
  GElf_Rela entry;
  for (int i = 0; gelf_getrela(data, i, &entry) != nullptr; ++i) {
    uint64_t type = GELF_R_TYPE(entry.r_info);
    if (type == R_X86_64_RELATIVE) addresses_[entry.r_offset] = static_cast<uint64_t>(entry.r_addend);
    if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
    GElf_Sym symbol;
    auto number = static_cast<int>(GELF_R_SYM(entry.r_info));
    if (symbol_data == nullptr || gelf_getsym(symbol_data, number, &symbol) == nullptr) continue;
    const char* name = elf_strptr(elf, symbol_header.sh_link, symbol.st_name);
    if (name != nullptr && *name != '\0') functions_[entry.r_offset] = name;
  }
}

std::string_view ImportTable::function_at(uint64_t slot) const {
  auto found = functions_.find(slot);
  return found == functions_.end() ? std::string_view() : std::string_view(found->second);
}

uint64_t ImportTable::address_at(uint64_t slot) const {
  auto found = addresses_.find(slot);
  return found == addresses_.end() ? 0 : found->second;
}

}  // namespace limpid::cli::code
