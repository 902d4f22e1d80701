// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the loaded segment that contains an address.
#include "platform/file_of_address.h"

#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <unistd.h>

namespace limpid::platform {
namespace {

struct Search {
  uintptr_t address;
  FileOfAddress found;
};

int look_into(dl_phdr_info* object, size_t, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const uintptr_t in_file = search.address - object->dlpi_addr;
    if (segment.p_type != PT_LOAD || in_file - segment.p_vaddr >= segment.p_memsz) continue;
    search.found = {object->dlpi_name, static_cast<int64_t>(in_file - segment.p_vaddr + segment.p_offset),
                    in_file};
    return 1;
  }
  return 0;
}

// The loader knows the program without a name.
const char* program_file() {
  static constinit char name[PATH_MAX] = {};
  if (name[0] == '\0' && readlink("/proc/self/exe", name, sizeof name - 1) <= 0) return nullptr;
  return name;
}

}  // namespace

FileOfAddress file_of_address(const void* address) {
  Search search = {reinterpret_cast<uintptr_t>(address), {}};
  if (address == nullptr || dl_iterate_phdr(look_into, &search) == 0) return {};
  if (search.found.name == nullptr || search.found.name[0] == '\0') search.found.name = program_file();
  return search.found;
}

}  // namespace limpid::platform
