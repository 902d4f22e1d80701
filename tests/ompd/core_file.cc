// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core files as the kernel writes them, as far as memory goes: code stays in its files.
#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "memory.h"

namespace limpid::test {
namespace {

constexpr std::uint64_t kPage = 4096;

bool belongs_in_core(const Mapping& mapping) {
  return mapping.permissions[0] == 'r' && mapping.permissions[2] != 'x' && mapping.path != "[vvar]" &&
         mapping.path != "[vvar_vclock]" && mapping.path != "[vsyscall]";
}

void append(std::string& text, const void* data, std::size_t bytes) {
  text.append(static_cast<const char*>(data), bytes);
}

void append_word(std::string& text, std::uint64_t word) {
  append(text, &word, sizeof word);
}

std::string file_note(const std::vector<MappedFile>& files) {
  std::string content;
  append_word(content, files.size());
  append_word(content, kPage);
  for (const MappedFile& file : files) {
    append_word(content, file.begin);
    append_word(content, file.end);
    append_word(content, file.offset / kPage);
  }
  for (const MappedFile& file : files) append(content, file.path.c_str(), file.path.size() + 1);
  const auto bytes = static_cast<Elf64_Word>(content.size());
  const Elf64_Nhdr header{5, bytes, NT_FILE};
  std::string note;
  append(note, &header, sizeof header);
  append(note, "CORE\0\0\0", 8);
  note += content;
  note.resize((note.size() + 3) / 4 * 4);
  return note;
}

struct Load {
  std::uint64_t address;
  std::string bytes;
};

Elf64_Ehdr file_header(std::size_t segments) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_CORE;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = static_cast<Elf64_Half>(segments);
  return header;
}

Elf64_Phdr segment(Elf64_Word type, std::uint64_t offset, std::uint64_t address, std::uint64_t bytes) {
  Elf64_Phdr header{};
  header.p_type = type;
  header.p_flags = PF_R;
  header.p_offset = offset;
  header.p_vaddr = address;
  header.p_filesz = bytes;
  header.p_memsz = bytes;
  return header;
}

}  // namespace

void write_core(int pid, const std::string& path) {
  LiveMemory memory(pid);
  std::vector<Load> loads;
  for (const Mapping& mapping : mappings_of(pid)) {
    if (!belongs_in_core(mapping)) continue;
    Load load{mapping.begin, std::string(mapping.end - mapping.begin, '\0')};
    if (memory.read(mapping.begin, load.bytes.size(), load.bytes.data())) loads.push_back(std::move(load));
  }
  const std::string note = file_note(memory.files);
  std::uint64_t offset = sizeof(Elf64_Ehdr) + (loads.size() + 1) * sizeof(Elf64_Phdr);
  std::string head;
  const Elf64_Ehdr header = file_header(loads.size() + 1);
  append(head, &header, sizeof header);
  Elf64_Phdr program = segment(PT_NOTE, offset, 0, note.size());
  append(head, &program, sizeof program);
  offset += note.size();
  for (const Load& load : loads) {
    program = segment(PT_LOAD, offset, load.address, load.bytes.size());
    append(head, &program, sizeof program);
    offset += load.bytes.size();
  }
  std::ofstream core(path, std::ios::binary);
  core << head << note;
  for (const Load& load : loads) core << load.bytes;
  if (!core.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace limpid::test
