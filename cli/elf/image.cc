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

bool is_openmp_name(std::string_view name) {
  return name.starts_with("GOMP_") || name.starts_with("__kmpc_") || name == "omp_get_thread_num" ||
         name == "omp_get_num_threads" || name == "omp_get_max_threads";
}

void note_call(std::string_view name, Image* image) {
  if (name.starts_with("GOMP_")) image->gomp_calls.emplace_back(name);
  if (name.starts_with("__kmpc_")) image->kmp_calls.emplace_back(name);
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, Image* image) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr) continue;
    bool undefined = symbol.st_shndx == SHN_UNDEF;
    if (undefined && (std::string_view(name) == "dlopen" || std::string_view(name) == "dlmopen")) {
      image->imports_dlopen = true;
    }
    // Shared libraries are called by what .dynsym says; .symtab would say it twice, with versions in the
    // names.
    if (undefined && header.sh_type == SHT_DYNSYM) note_call(name, image);
    if (!undefined && header.sh_type == SHT_DYNSYM) {
      image->offers_gomp |= std::string_view(name) == "GOMP_parallel";
      image->offers_kmp |= std::string_view(name) == "__kmpc_fork_call";
    }
    if (is_openmp_name(name)) (undefined ? image->imports_openmp : image->defines_openmp) = true;
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
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.get(), section)) != nullptr) {
    GElf_Shdr section_header;
    if (gelf_getshdr(section, &section_header) == nullptr) continue;
    if (section_header.sh_type == SHT_DYNAMIC) read_dynamic(file.get(), section, section_header, image);
    bool symbols = section_header.sh_type == SHT_SYMTAB || section_header.sh_type == SHT_DYNSYM;
    if (symbols) read_symbols(file.get(), section, section_header, image);
  }
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
