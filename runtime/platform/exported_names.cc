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

// By the head of the file, which lies where the library begins. Not by the loader's own description of the library: the
// thread that opened it wrote that, under a lock that a race detector does not see.
const ElfW(Dyn) * dynamic_section(uintptr_t base) {
  const auto* const head = reinterpret_cast<const ElfW(Ehdr)*>(base);
  const auto* const parts = reinterpret_cast<const ElfW(Phdr)*>(base + head->e_phoff);
  for (uint16_t i = 0; i < head->e_phnum; ++i)
    if (parts[i].p_type == PT_DYNAMIC) return reinterpret_cast<const ElfW(Dyn)*>(base + parts[i].p_vaddr);
  return nullptr;
}

// Some loaders leave addresses as in the file, without the load address.
template <class T>
void read(uintptr_t base, const ElfW(Dyn) & entry, T*& table) {
  const uintptr_t address = entry.d_un.d_ptr;
  table = reinterpret_cast<T*>(address < base ? base + address : address);
}

Tables tables_of(uintptr_t base) {
  Tables tables;
  const ElfW(Dyn)* entry = dynamic_section(base);
  for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_GNU_HASH) read(base, *entry, tables.hashes);
    if (entry->d_tag == DT_SYMTAB) read(base, *entry, tables.symbols);
    if (entry->d_tag == DT_STRTAB) read(base, *entry, tables.names);
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

bool every_exported_name(const void* inside, bool (*accepts)(const char* name, void* argument),
                         void* argument) {
  Dl_info library;
  if (dladdr(inside, &library) == 0) return false;
  const Tables tables = tables_of(reinterpret_cast<uintptr_t>(library.dli_fbase));
  if (tables.hashes == nullptr || tables.symbols == nullptr || tables.names == nullptr) return false;
  const Exported symbols = exported(tables.hashes);
  for (uint32_t i = symbols.first; i < symbols.end; ++i)
    if (!accepts(tables.names + tables.symbols[i].st_name, argument)) return false;
  return true;
}

}  // namespace limpid::platform
