// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "elf/image.h"

#include <fmt/format.h>
#include <gelf.h>

#include <string_view>

#include "elf/handle.h"

namespace limpid::cli::elf {
namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    size_t end = std::min(list.find(':'), list.size());
    if (end > 0) parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

void read_segments(Elf* elf, Image* image) {
  size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) return;
    if (header.p_type == PT_DYNAMIC) image->dynamic = true;
    if (header.p_type != PT_INTERP) continue;
    size_t size = 0;
    const char* bytes = elf_rawfile(elf, &size);
    if (bytes == nullptr || header.p_offset >= size || header.p_filesz > size - header.p_offset) continue;
    std::string_view text(bytes + header.p_offset, header.p_filesz);
    image->interpreter = text.substr(0, text.find('\0'));
  }
}

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, Image* image) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, static_cast<int>(i), &entry) == nullptr || entry.d_tag == DT_NULL) return;
    bool has_text = entry.d_tag == DT_NEEDED || entry.d_tag == DT_SONAME || entry.d_tag == DT_RPATH ||
                    entry.d_tag == DT_RUNPATH;
    const char* text = has_text ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : nullptr;
    if (text == nullptr) continue;
    if (entry.d_tag == DT_NEEDED) image->needed.emplace_back(text);
    if (entry.d_tag == DT_SONAME) image->soname = text;
    if (entry.d_tag == DT_RPATH) image->rpath = split(text);
    if (entry.d_tag == DT_RUNPATH) image->runpath = split(text);
  }
}

// Whether a name begins as one that note_import(), note_offer() or is_openmp_name() looks for. Nearly none does, and a library
// may have a hundred thousand: their lengths are not taken.
bool may_matter(const char* name) {
  return (name[0] == 'G' && name[1] == 'O') || (name[0] == '_' && name[1] == '_' && name[2] == 'k') ||
         (name[0] == 'o' && name[1] == 'm') || (name[0] == 'd' && name[1] == 'l');
}

bool is_openmp_name(std::string_view name) {
  return name.starts_with("GOMP_") || name.starts_with("__kmpc_") || name == "omp_get_thread_num" ||
         name == "omp_get_num_threads" || name == "omp_get_max_threads";
}

void note_import(std::string_view name, Image* image) {
  if (name == "dlopen" || name == "dlmopen") image->imports_dlopen = true;
  if (name.starts_with("GOMP_")) image->gomp_calls.emplace_back(name);
  if (name.starts_with("__kmpc_")) image->kmp_calls.emplace_back(name);
  if (is_openmp_name(name)) image->imports_openmp = true;
}

void note_offer(std::string_view name, Image* image) {
  image->offers_gomp |= name == "GOMP_parallel";
  image->offers_kmp |= name == "__kmpc_fork_call";
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, Image* image) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const bool shared = header.sh_type == SHT_DYNSYM;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || !may_matter(name)) continue;
    const bool undefined = symbol.st_shndx == SHN_UNDEF;
    if (!undefined && is_openmp_name(name)) image->defines_openmp = true;
    // What is asked of the loader and given to it .dynsym says; .symtab would say it twice, with versions in the names.
    if (shared) undefined ? note_import(name, image) : note_offer(name, image);
  }
}

void read_sections(Elf* elf, Elf64_Word type, void (*read)(Elf*, Elf_Scn*, const GElf_Shdr&, Image*),
                   Image* image) {
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == type)
      read(elf, section, header, image);
  }
}

}  // namespace

bool read_image(const std::string& path, Image* image) {
  Handle file(path);
  GElf_Ehdr header;
  if (!file || gelf_getehdr(file.get(), &header) == nullptr) return false;
  image->path = path;
  image->elf_class = header.e_ident[EI_CLASS];
  image->machine = header.e_machine;
  read_segments(file.get(), image);
  const bool is_program = !image->interpreter.empty() || header.e_type == ET_EXEC;
  read_sections(file.get(), SHT_DYNAMIC, read_dynamic, image);
  read_sections(file.get(), SHT_DYNSYM, read_symbols, image);
  // A runtime that was linked into a program may show in .symtab alone.
  if (is_program && !image->defines_openmp) read_sections(file.get(), SHT_SYMTAB, read_symbols, image);
  if (!image->runpath.empty()) image->rpath.clear();
  return true;
}

std::string machine_name(const Image& image) {
  if (image.machine == EM_X86_64 && image.elf_class == ELFCLASS64) return "x86-64";
  if (image.machine == EM_X86_64) return "x32";
  if (image.machine == EM_386) return "32-bit x86";
  if (image.machine == EM_AARCH64) return "AArch64";
  return fmt::format("ELF machine {}", image.machine);
}

}  // namespace limpid::cli::elf
