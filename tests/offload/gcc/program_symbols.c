// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the symbol table of the program's file.
#include "program_symbols.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

typedef struct {
  const char* file;
  const Elf64_Sym *first, *end;
  const char* names;
} Symbols;

static Symbols program;

static int read_symbols(Symbols* symbols) {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  CHECK(file >= 0 && fstat(file, &status) == 0);
  symbols->file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  CHECK(symbols->file != MAP_FAILED);
  const Elf64_Ehdr* const head = (const Elf64_Ehdr*)symbols->file;
  const Elf64_Shdr* const sections = (const Elf64_Shdr*)(symbols->file + head->e_shoff);
  for (int i = 0; i < head->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    symbols->first = (const Elf64_Sym*)(symbols->file + sections[i].sh_offset);
    symbols->end = symbols->first + sections[i].sh_size / sizeof(Elf64_Sym);
    symbols->names = symbols->file + sections[sections[i].sh_link].sh_offset;
    return 1;
  }
  return 0;
}

// The program is linked at a fixed address.
const Elf64_Sym* symbol_named(const char* name) {
  if (!program.file && !read_symbols(&program)) return NULL;
  for (const Elf64_Sym* symbol = program.first; symbol < program.end; symbol++) {
    const char* left = program.names + symbol->st_name;
    const char* right = name;
    while (*left && (*left == *right || (*left == '.' && *right == '$'))) left++, right++;
    if (*left == *right && symbol->st_value) return symbol;
  }
  return NULL;
}

const Elf64_Sym* symbol_at(const char* address) {
  for (const Elf64_Sym* symbol = program.first; symbol < program.end; symbol++)
    if ((uintptr_t)address - symbol->st_value < symbol->st_size) return symbol;
  return NULL;
}
