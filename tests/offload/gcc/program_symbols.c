// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the symbol tables of what is loaded, each when it is looked at first.
#define _GNU_SOURCE
#include "program_symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

enum { kMostFiles = 64 };

typedef struct {
  char path[512];
  const Elf64_Sym *first, *end;  // equal: it has been stripped
  const char* names;
} File;

static File files[kMostFiles];
static int file_count;

static void read_symbols(File* into) {
  const int file = open(*into->path ? into->path : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0) return;  // the kernel's own
  CHECK(fstat(file, &status) == 0);
  const char* const bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  CHECK(bytes != MAP_FAILED);
  const Elf64_Ehdr* const head = (const Elf64_Ehdr*)bytes;
  const Elf64_Shdr* const sections = (const Elf64_Shdr*)(bytes + head->e_shoff);
  for (int i = 0; i < head->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    into->first = (const Elf64_Sym*)(bytes + sections[i].sh_offset);
    into->end = into->first + sections[i].sh_size / sizeof(Elf64_Sym);
    into->names = bytes + sections[sections[i].sh_link].sh_offset;
  }
}

static const File* file_of(const char* path) {
  for (int i = 0; i < file_count; i++)
    if (strcmp(files[i].path, path) == 0) return &files[i];
  CHECK(file_count < kMostFiles && strlen(path) < sizeof files->path);
  File* const new_file = &files[file_count++];
  strcpy(new_file->path, path);
  read_symbols(new_file);
  return new_file;
}

typedef struct {
  const char* name;     // wanted, or
  const char* address;  // wanted
  Symbol found;
} Search;

static int is_named(const File* file, const Elf64_Sym* symbol, const char* name) {
  const char* own = file->names + symbol->st_name;
  while (*own && (*own == *name || (*own == '.' && *name == '$'))) own++, name++;
  return *own == *name && symbol->st_value != 0;
}

static int search(struct dl_phdr_info* loaded, size_t size, void* data) {
  Search* const wanted = data;
  const File* const file = file_of(loaded->dlpi_name);
  for (const Elf64_Sym* symbol = file->first; symbol < file->end; symbol++) {
    char* const address = (char*)loaded->dlpi_addr + symbol->st_value;
    if (wanted->name ? !is_named(file, symbol, wanted->name)
                     : (uintptr_t)wanted->address - (uintptr_t)address >= symbol->st_size)
      continue;
    wanted->found = (Symbol){address, symbol->st_size};
    return 1;
  }
  return 0;
}

Symbol symbol_named(const char* name) {
  Search wanted = {.name = name};
  dl_iterate_phdr(search, &wanted);
  return wanted.found;
}

Symbol symbol_at(const char* address) {
  Search wanted = {.address = address};
  dl_iterate_phdr(search, &wanted);
  return wanted.found;
}
