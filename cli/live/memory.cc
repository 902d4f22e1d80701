// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/memory.h"

#include <fmt/format.h>
#include <gelf.h>
#include <signal.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/failure.h"
#include "elf/handle.h"

namespace limpid::cli::live {
namespace {

constexpr char kLayout[] = "limpid_debug_layout";  // only our runtime has it

std::vector<Mapping> files_in(pid_t pid) {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  std::vector<Mapping> found;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    Mapping mapping;
    char dash = 0;
    std::string permissions, device, inode;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> permissions >> mapping.offset >> device >>
        inode >> std::ws;
    std::getline(words, mapping.path);
    if (mapping.path.starts_with("/")) found.push_back(mapping);
  }
  return found;
}

// Where the file wants its first byte; what is added to that is the bias.
uint64_t first_address(const elf::Handle& file) {
  size_t count = 0;
  elf_getphdrnum(file.get(), &count);
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file.get(), static_cast<int>(i), &header) != nullptr && header.p_type == PT_LOAD)
      return header.p_vaddr - header.p_offset;
  }
  return 0;
}

// The symbols that a library exports, by name.
std::unordered_map<std::string, uint64_t> exports_of(const elf::Handle& file, uint64_t bias) {
  std::unordered_map<std::string, uint64_t> found;
  for (Elf_Scn* section = elf_nextscn(file.get(), nullptr); section != nullptr;
       section = elf_nextscn(file.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM || header.sh_entsize == 0)
      continue;
    Elf_Data* const data = elf_getdata(section, nullptr);
    for (size_t i = 0; data != nullptr && i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF)
        continue;
      const char* const name = elf_strptr(file.get(), header.sh_link, symbol.st_name);
      if (name != nullptr) found[name] = bias + symbol.st_value;
    }
  }
  return found;
}

bool may_have_runtime(const std::string& path) {
  for (const char* name : {"liblimpid.so", "libgomp.so", "libomp.so", "libiomp5.so"})
    if (path.find(name) != std::string::npos) return true;
  return false;
}

}  // namespace

Memory::Memory(pid_t pid) : pid_(pid) {
  if (kill(pid, 0) != 0 && errno == ESRCH) throw Failure(kExitBadInput, fmt::format("no process {}", pid));
  read_maps();
  char byte = 0;
  if (!mappings_.empty() && !read(mappings_.front().begin, &byte, 1) && errno == EPERM)
    throw Failure(kExitBadInput, fmt::format("not permitted to read process {}: expected its user, and "
                                             "kernel.yama.ptrace_scope 0, or root",
                                             pid));
  if (mappings_.empty())
    throw Failure(kExitBadInput,
                  fmt::format("cannot read /proc/{}/maps: no permission, or it has ended", pid));
  read_symbols();
}

void Memory::read_maps() {
  mappings_ = files_in(pid_);
}

void Memory::read_symbols() {
  for (const Mapping& mapping : mappings_) {
    if (mapping.offset != 0 || !may_have_runtime(mapping.path)) continue;
    const elf::Handle file(fmt::format("/proc/{}/root{}", pid_, mapping.path));
    if (!file) continue;
    symbols_ = exports_of(file, mapping.begin - first_address(file));
    if (symbols_.count(kLayout) != 0) return;
  }
  throw Failure(
      kExitBadInput,
      fmt::format("process {} does not run on Limpid's OpenMP runtime: start it with `limpid run`, or "
                  "see what it loads with `limpid info PROGRAM`",
                  pid_));
}

bool Memory::read_past_pages(uint64_t address, void* to, uint64_t bytes) const {
  iovec local{to, bytes};
  iovec remote{reinterpret_cast<void*>(address), bytes};
  return process_vm_readv(pid_, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

// Nothing where the page is not there as a whole.
const Memory::Page* Memory::page_at(uint64_t address) {
  const auto [at, fresh] = pages_.try_emplace(address);
  if (!fresh) return at->second.get();
  auto page = std::make_unique<Page>();
  if (!read_past_pages(address, page->data(), kPage)) {
    pages_.erase(at);
    return nullptr;
  }
  at->second = std::move(page);
  return at->second.get();
}

bool Memory::read(uint64_t address, void* to, uint64_t bytes) {
  char* out = static_cast<char*>(to);
  if (bytes > kPage) return read_past_pages(address, to, bytes);
  while (bytes > 0) {
    const uint64_t offset = address % kPage;
    const uint64_t part = std::min(bytes, kPage - offset);
    const Page* const page = page_at(address - offset);
    if (page == nullptr) return false;
    std::memcpy(out, page->data() + offset, part);
    address += part;
    out += part;
    bytes -= part;
  }
  return true;
}

bool Memory::has_ended() const {
  std::ifstream file(fmt::format("/proc/{}/stat", pid_));
  std::string stat;
  if (!std::getline(file, stat)) return true;
  // The state stands behind the name, which may have any letter in it.
  const size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.find_first_of("ZX", name_end) == name_end + 2;
}

uint64_t Memory::symbol(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? 0 : found->second;
}

const Mapping* Memory::mapping_of(uint64_t address) {
  for (const bool again : {false, true}) {
    if (again) read_maps();
    for (const Mapping& mapping : mappings_) {
      if (mapping.begin <= address && address < mapping.end) return &mapping;
    }
  }
  return nullptr;
}

uint64_t Memory::bias_of(const Mapping& mapping) const {
  for (const Mapping& first : mappings_) {
    if (first.offset == 0 && first.path == mapping.path)
      return first.begin - first_address(elf::Handle(fmt::format("/proc/{}/root{}", pid_, first.path)));
  }
  return mapping.begin - mapping.offset;
}

}  // namespace limpid::cli::live
