// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace limpid::test {
namespace {

constexpr char kRuntime[] = "/liblimpid.so";

// An ELF file that is open.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
    elf_ = elf_begin(file_, ELF_C_READ_MMAP, nullptr);
    if (file_ < 0 || elf_ == nullptr) throw std::runtime_error("no ELF file: " + path);
  }
  ~ElfFile() {
    elf_end(elf_);
    close(file_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  [[nodiscard]] Elf* get() const { return elf_; }

 private:
  int file_;
  Elf* elf_;
};

void add_symbols(Elf* elf, std::uint64_t base, std::map<std::string, std::uint64_t>& symbols) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (int i = 0; static_cast<GElf_Xword>(i) < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      symbols[elf_strptr(elf, header.sh_link, symbol.st_name)] = base + symbol.st_value;
    }
  }
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::uint64_t Memory::symbol(const std::string& name) {
  if (symbols_.empty()) {
    for (const MappedFile& file : files) {
      if (!ends_with(file.path, kRuntime) || file.offset != 0) continue;
      add_symbols(ElfFile(file.path).get(), file.begin, symbols_);
      break;
    }
  }
  const auto found = symbols_.find(name);
  return found != symbols_.end() ? found->second : 0;
}

std::vector<Mapping> mappings_of(int pid) {
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  std::vector<Mapping> mappings;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    Mapping mapping;
    char dash = 0;
    std::string device;
    std::string inode;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> mapping.permissions >> mapping.offset >>
        device >> inode >> std::ws;
    std::getline(words, mapping.path);
    mappings.push_back(mapping);
  }
  return mappings;
}

LiveMemory::LiveMemory(int pid)
    : file_(open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0) throw std::runtime_error("no access to the program's memory");
  for (const Mapping& mapping : mappings_of(pid)) {
    if (!mapping.path.empty() && mapping.path[0] == '/') files.push_back(mapping);
  }
}

LiveMemory::~LiveMemory() {
  close(file_);
}

bool LiveMemory::read(std::uint64_t address, std::uint64_t bytes, void* buffer) {
  return pread(file_, buffer, bytes, static_cast<off_t>(address)) == static_cast<ssize_t>(bytes);
}

bool LiveMemory::write(std::uint64_t address, std::uint64_t bytes, const void* buffer) {
  return pwrite(file_, buffer, bytes, static_cast<off_t>(address)) == static_cast<ssize_t>(bytes);
}

namespace {

std::uint64_t word_at(const char* data, std::size_t index) {
  std::uint64_t word = 0;
  std::memcpy(&word, data + index * sizeof word, sizeof word);
  return word;
}

// NT_FILE: count, page size, {begin, end, page of the file} of each, then the names.
std::vector<MappedFile> files_of_note(const char* data) {
  const std::uint64_t count = word_at(data, 0);
  const std::uint64_t page = word_at(data, 1);
  const char* name = data + (2 + 3 * count) * sizeof(std::uint64_t);
  std::vector<MappedFile> files;
  for (std::uint64_t i = 0; i < count; ++i) {
    files.push_back(
        {word_at(data, 2 + 3 * i), word_at(data, 3 + 3 * i), word_at(data, 4 + 3 * i) * page, name});
    name += std::strlen(name) + 1;
  }
  return files;
}

void read_notes(Elf* elf, const GElf_Phdr& header, std::vector<MappedFile>& files) {
  Elf_Data* data =
      elf_getdata_rawchunk(elf, static_cast<std::int64_t>(header.p_offset), header.p_filesz, ELF_T_NHDR);
  if (data == nullptr) return;
  const auto* bytes = static_cast<const char*>(data->d_buf);
  GElf_Nhdr note;
  std::size_t name = 0;
  std::size_t content = 0;
  for (std::size_t at = 0; (at = gelf_getnote(data, at, &note, &name, &content)) != 0;) {
    if (note.n_type == NT_FILE) files = files_of_note(bytes + content);
  }
}

}  // namespace

CoreMemory::CoreMemory(const std::string& path) {
  const ElfFile file(path);
  std::size_t count = 0;
  elf_getphdrnum(file.get(), &count);
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file.get(), static_cast<int>(i), &header) == nullptr) continue;
    if (header.p_type == PT_NOTE) read_notes(file.get(), header, files);
    if (header.p_type != PT_LOAD || header.p_filesz == 0) continue;
    Elf_Data* data = elf_getdata_rawchunk(file.get(), static_cast<std::int64_t>(header.p_offset),
                                          header.p_filesz, ELF_T_BYTE);
    if (data == nullptr) continue;
    const auto* bytes = static_cast<const unsigned char*>(data->d_buf);
    segments.push_back({header.p_vaddr, {bytes, bytes + data->d_size}});
  }
}

bool CoreMemory::read(std::uint64_t address, std::uint64_t bytes, void* buffer) {
  for (const Segment& segment : segments) {
    if (address < segment.address || address - segment.address >= segment.bytes.size()) continue;
    const std::uint64_t offset = address - segment.address;
    if (segment.bytes.size() - offset < bytes) return false;
    std::memcpy(buffer, segment.bytes.data() + offset, bytes);
    return true;
  }
  return read_file(address, bytes, buffer);
}

bool CoreMemory::read_file(std::uint64_t address, std::uint64_t bytes, void* buffer) {
  for (const MappedFile& mapped : files) {
    if (address < mapped.begin || address >= mapped.end || mapped.end - address < bytes) continue;
    std::ifstream file(mapped.path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(mapped.offset + address - mapped.begin));
    file.read(static_cast<char*>(buffer), static_cast<std::streamsize>(bytes));
    return file.gcount() == static_cast<std::streamsize>(bytes);
  }
  return false;
}

}  // namespace limpid::test
