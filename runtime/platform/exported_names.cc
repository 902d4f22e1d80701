// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the dynamic symbols of a loaded library by its table of hashes, the only place that says which are exported.
#include "platform/exported_names.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

namespace limpid::platform {
namespace {

struct Tables {
  const uint32_t* hashes = nullptr;
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
};

// Some loaders leave addresses as in the file, without the load address.
template <class T>
void read(const link_map& map, const ElfW(Dyn) & entry, T*& table) {
  const uintptr_t address = entry.d_un.d_ptr;
  table = reinterpret_cast<T*>(address < map.l_addr ? map.l_addr + address : address);
}

Tables tables_of(const link_map& map) {
  Tables tables;
  for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_GNU_HASH) read(map, *entry, tables.hashes);
    if (entry->d_tag == DT_SYMTAB) read(map, *entry, tables.symbols);
    if (entry->d_tag == DT_STRTAB) read(map, *entry, tables.names);
  }
  return tables;
}

// The table: a head of four words, a filter of words of the machine's size, a chain's first symbol for each bucket, and a
// word for each exported symbol, odd for the last of a chain. The exported symbols are the last ones.
struct Exported {
  uint32_t first, end;
};

Exported exported(const uint32_t* hashes) {
  const uint32_t bucket_count = hashes[0], first = hashes[1], filter_words = hashes[2];
  const uint32_t* const buckets = hashes + 4 + filter_words * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t* const chains = buckets + bucket_count;
  uint32_t last = 0;
  for (uint32_t i = 0; i < bucket_count; ++i)
    if (buckets[i] > last) last = buckets[i];
  if (last < first) return {0, 0};
  while ((chains[last - first] & 1) == 0) ++last;
  return {first, last + 1};
}

}  // namespace

bool every_exported_name(void* library, bool (*accepts)(const char* name, void* argument), void* argument) {
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return false;
  const Tables tables = tables_of(*map);
  if (tables.hashes == nullptr || tables.symbols == nullptr || tables.names == nullptr) return false;
  const Exported symbols = exported(tables.hashes);
  for (uint32_t i = symbols.first; i < symbols.end; ++i)
    if (!accepts(tables.names + tables.symbols[i].st_name, argument)) return false;
  return true;
}

}  // namespace limpid::platform
