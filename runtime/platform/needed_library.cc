// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the DT_NEEDED entries of the loaded objects.
#include "platform/needed_library.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace limpid::platform {
namespace {

struct Search {
  const char* const* names;
  int count;
  int found;
};

const ElfW(Dyn) * dynamic_of(const dl_phdr_info& object) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    if (object.dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
  }
  return nullptr;
}

// The string table. Some loaders leave its address as in the file, without the load address.
const char* names_of(const dl_phdr_info& object, const ElfW(Dyn) * dynamic) {
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag != DT_STRTAB) continue;
    const uintptr_t address = dynamic->d_un.d_ptr;
    return reinterpret_cast<const char*>(address < object.dlpi_addr ? object.dlpi_addr + address : address);
  }
  return nullptr;
}

int index_of(const Search& search, const char* name) {
  for (int i = 0; i < search.count; ++i)
    if (strcmp(search.names[i], name) == 0) return i;
  return -1;
}

int look_into(dl_phdr_info* object, size_t, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  const ElfW(Dyn)* entry = dynamic_of(*object);
  const char* names = entry != nullptr ? names_of(*object, entry) : nullptr;
  if (names == nullptr) return 0;
  for (; entry->d_tag != DT_NULL && search.found < 0; ++entry)
    if (entry->d_tag == DT_NEEDED) search.found = index_of(search, names + entry->d_un.d_val);
  return search.found >= 0;
}

}  // namespace

int first_needed(const char* const* names, int count) {
  Search search{names, count, -1};
  dl_iterate_phdr(look_into, &search);
  return search.found;
}

}  // namespace limpid::platform
