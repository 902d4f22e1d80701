// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the symbol table of the program's file.
#include "platform/program_symbol.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace limpid::platform {
namespace {

// The program's file, mapped read-only. Its contents are not trusted: at() checks offsets, alignment and
// sizes.
class ProgramFile {
 public:
  ProgramFile() {
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat status;
    if (fstat(fd, &status) == 0 && status.st_size > 0) map(fd, static_cast<size_t>(status.st_size));
    close(fd);
  }
  ~ProgramFile() {
    if (bytes_ != nullptr) munmap(bytes_, size_);
  }
  ProgramFile(const ProgramFile&) = delete;
  ProgramFile& operator=(const ProgramFile&) = delete;

  // count objects at the offset, or null if they do not lie inside the file.
  template <class Object>
  const Object* at(uint64_t offset, uint64_t count) const {
    if (bytes_ == nullptr || offset > size_ || offset % alignof(Object) != 0) return nullptr;
    return count <= (size_ - offset) / sizeof(Object) ? reinterpret_cast<const Object*>(bytes_ + offset)
                                                      : nullptr;
  }

 private:
  void map(int fd, size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED) return;
    bytes_ = static_cast<char*>(memory);
    size_ = size;
  }

  char* bytes_ = nullptr;
  size_t size_ = 0;
};

int first_address(dl_phdr_info* object, size_t, void* address) {
  *static_cast<uintptr_t*>(address) = object->dlpi_addr;
  return 1;  // the program itself comes first
}

bool has_name(const char* names, uint64_t bytes, uint64_t offset, const char* name) {
  size_t length = strlen(name) + 1;
  return offset < bytes && length <= bytes - offset && memcmp(names + offset, name, length) == 0;
}

bool is_global_function(const ElfW(Sym) & symbol) {
  auto binding = symbol.st_info >> 4;
  auto type = symbol.st_info & 0xf;
  return type == STT_FUNC && (binding == STB_GLOBAL || binding == STB_WEAK) && symbol.st_shndx != SHN_UNDEF;
}

// The function's value in one symbol table, 0 if it is not there.
uintptr_t value_in(const ProgramFile& file, const ElfW(Shdr) & table, const ElfW(Shdr) & text,
                   const char* name) {
  const char* names = file.at<char>(text.sh_offset, text.sh_size);
  if (names == nullptr || table.sh_entsize != sizeof(ElfW(Sym))) return 0;
  if (memmem(names, text.sh_size, name, strlen(name) + 1) == nullptr) return 0;  // as in most programs
  const uint64_t count = table.sh_size / sizeof(ElfW(Sym));
  const auto* symbols = file.at<ElfW(Sym)>(table.sh_offset, count);
  if (symbols == nullptr) return 0;
  for (uint64_t i = 0; i < count; ++i) {
    if (is_global_function(symbols[i]) && has_name(names, text.sh_size, symbols[i].st_name, name))
      return symbols[i].st_value;
  }
  return 0;
}

}  // namespace

void* function_of_program(const char* name) {
  const ProgramFile file;
  const auto* header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return nullptr;
  if (header->e_shentsize != sizeof(ElfW(Shdr))) return nullptr;
  const auto* sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return nullptr;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr)& table = sections[i];
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) continue;
    uintptr_t value = value_in(file, table, sections[table.sh_link], name);
    if (value == 0) continue;
    uintptr_t base = 0;
    dl_iterate_phdr(first_address, &base);
    return reinterpret_cast<void*>(base + value);
  }
  return nullptr;
}

}  // namespace limpid::platform
