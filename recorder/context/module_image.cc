// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/module_image.h"

#include <cstring>

#include <elf.h>

namespace limpid::recorder {

namespace {

constexpr uint64_t round_up4(uint64_t n) {
  return (n + 3) & ~uint64_t{3};
}

}  // namespace

ModuleImage::ModuleImage(const dl_phdr_info& info) {
  begin = ~uint64_t{0};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    const uint64_t address = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD) {
      if (address < begin) begin = address;
      if (address + segment.p_memsz > end) end = address + segment.p_memsz;
    } else if (segment.p_type == PT_NOTE) {
      take_notes(address, segment.p_memsz);
    } else if (segment.p_type == PT_GNU_EH_FRAME) {
      take_tables(info, address);
    }
  }
  if (begin > end) begin = end = 0;
}

void ModuleImage::take_notes(uint64_t address, uint64_t bytes) {
  for (uint64_t offset = 0; offset + sizeof(ElfW(Nhdr)) <= bytes;) {
    const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(address + offset);
    const uint64_t name = offset + sizeof *note;
    const uint64_t body = name + round_up4(note->n_namesz);
    if (body + note->n_descsz > bytes) return;
    const bool gnu =
        note->n_namesz == 4 && std::memcmp(reinterpret_cast<const void*>(address + name), "GNU", 4) == 0;
    if (gnu && note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= sizeof build_id) {
      build_id_bytes = note->n_descsz;
      std::memcpy(build_id, reinterpret_cast<const void*>(address + body), build_id_bytes);
      return;
    }
    offset = body + round_up4(note->n_descsz);
  }
}

// .eh_frame has no size of its own here; with .eh_frame_hdr it lies in one read-only segment, whose end is
// limit enough.
void ModuleImage::take_tables(const dl_phdr_info& info, uint64_t header_address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    const uint64_t low = info.dlpi_addr + segment.p_vaddr;
    const uint64_t high = low + segment.p_filesz;
    if (segment.p_type != PT_LOAD || header_address < low || header_address >= high) continue;
    const unwind::Section whole{reinterpret_cast<const uint8_t*>(low), low, high - low};
    unwind::ByteReader reader(whole, header_address);
    reader.u8();
    const uint8_t encoding = reader.u8();
    reader.u16();
    const uint64_t frames = reader.encoded(encoding, header_address);
    if (!reader.ok() || frames < low || frames >= high) return;
    const uint64_t first = frames < header_address ? frames : header_address;
    tables.section = {reinterpret_cast<const uint8_t*>(first), first, high - first};
    tables.header_address = header_address;
    return;
  }
}

}  // namespace limpid::recorder
