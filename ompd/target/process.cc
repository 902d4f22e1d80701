// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and checks the table of the runtime; enables and disables the ompd_bp_ functions.
#include "target/process.h"

#include <string.h>

#include "debug_layout.h"
#include "target/reader.h"

namespace limpid::ompd {
namespace {

using formats::LayoutEntry;
using formats::LayoutHeader;
using formats::LayoutKind;

constexpr const char* kTexts[kNames] = {
#define LIMPID_TEXT(name, text) text,
    LIMPID_LAYOUT_NAMES(LIMPID_TEXT)
#undef LIMPID_TEXT
};

// Field by field: the table's own numbers are in the target's byte order.
template <class Number>
Rc to_host(const Process& process, Number& number) {
  Number host{};
  const Rc rc = process.access->to_host(process.context, &number, sizeof number, 1, &host);
  number = host;
  return rc;
}

Rc read_header(Process& process, LayoutHeader& header) {
  Rc rc = process.access->read(process.context, process.table, sizeof header, &header);
  if (rc != Rc::ok) return rc;
  const bool has_host_order = header.order == formats::kOrderMark;
  if (memcmp(header.magic, formats::kLayoutMagic, sizeof header.magic) != 0) return Rc::incompatible;
  rc = to_host(process, header.order);
  if (rc == Rc::ok) rc = to_host(process, header.version);
  if (rc == Rc::ok) rc = to_host(process, header.header_bytes);
  if (rc == Rc::ok) rc = to_host(process, header.entry_bytes);
  if (rc == Rc::ok) rc = to_host(process, header.entries);
  if (rc != Rc::ok) return rc;
  process.has_host_order = has_host_order && header.order == formats::kOrderMark;
  const bool sound = header.order == formats::kOrderMark && header.version == formats::kLayoutVersion &&
                     header.header_bytes >= sizeof header && header.header_bytes <= 4096 &&
                     header.entry_bytes >= sizeof(LayoutEntry) && header.entry_bytes <= 4096 &&
                     header.entries <= formats::kMostLayoutEntries;
  return sound ? Rc::ok : Rc::incompatible;
}

// Fields are numbers, except structs inside others: of these only the offset is used.
bool is_usable(LayoutKind kind, uint64_t value) {
  constexpr uint64_t kLargestOffset = 1 << 24;
  switch (kind) {
    case LayoutKind::field:
    case LayoutKind::size:
      return value < kLargestOffset;
    case LayoutKind::root:
      return value != 0;
    case LayoutKind::constant:
      return true;
  }
  return false;
}

Rc convert(const Process& process, const LayoutEntry& raw, LayoutKind& kind, Entry& entry) {
  uint32_t kind_number = static_cast<uint32_t>(raw.kind);
  entry.bytes = raw.bytes;
  Rc rc = to_host(process, kind_number);
  if (rc == Rc::ok) rc = to_host(process, entry.bytes);
  kind = static_cast<LayoutKind>(kind_number);
  if (rc != Rc::ok) return rc;
  if (kind == LayoutKind::root && process.sizes.of_pointer == 4) {
    uint32_t address;
    memcpy(&address, &raw.number, sizeof address);
    rc = to_host(process, address);
    entry.value = address;
    return rc;
  }
  entry.value = raw.number;
  return to_host(process, entry.value);
}

Rc take_entry(Process& process, const LayoutEntry& raw) {
  if (memchr(raw.name, '\0', sizeof raw.name) == nullptr || raw.name[0] == '\0') return Rc::ok;
  for (uint32_t name = 0; name < kNames; ++name) {
    if (strcmp(raw.name, kTexts[name]) != 0) continue;
    Entry entry{};
    LayoutKind kind{};
    const Rc rc = convert(process, raw, kind, entry);
    if (rc != Rc::ok) return rc;
    entry.known = is_usable(kind, entry.value);
    process.entries[name] = entry;
    return Rc::ok;
  }
  return Rc::ok;  // of a newer runtime
}

Rc read_entries(Process& process, const LayoutHeader& header) {
  uint64_t address = process.table + header.header_bytes;
  for (uint32_t i = 0; i < header.entries; ++i, address += header.entry_bytes) {
    LayoutEntry raw;
    Rc rc = process.access->read(process.context, address, sizeof raw, &raw);
    if (rc == Rc::ok) rc = take_entry(process, raw);
    if (rc != Rc::ok) return rc;
  }
  for (const Entry& entry : process.entries) {
    if (!entry.known) return Rc::incompatible;
  }
  return Rc::ok;
}

// Sizes that later code divides by or multiplies with.
bool is_plausible(const Process& process) {
  const uint64_t capacity = process.number(Name::deque_capacity);
  return process.number(Name::sizeof_member) > process.number(Name::member_implicit_task) && capacity > 0 &&
         capacity <= 65536 && process.number(Name::body_wrapper_count) <= 64 &&
         process.number(Name::device_count) <= 65536 &&
         process[Name::thread_next].bytes == process.sizes.of_pointer;
}

Rc read_table(Process& process) {
  Rc rc = process.access->sizes(process.context, &process.sizes);
  if (rc != Rc::ok) return rc;
  if (process.sizes.of_pointer != 4 && process.sizes.of_pointer != 8) return Rc::incompatible;
  rc = process.access->symbol(process.context, formats::kLayoutSymbol, &process.table);
  if (rc != Rc::ok || process.table == 0) return Rc::incompatible;
  LayoutHeader header;
  rc = read_header(process, header);
  if (rc == Rc::ok) rc = read_entries(process, header);
  if (rc == Rc::ok && !is_plausible(process)) rc = Rc::incompatible;
  return rc;
}

Rc write_number(const Process& process, Name name, uint64_t value) {
  const uint32_t bytes = process[name].bytes;
  unsigned char host[8];
  unsigned char raw[8];
  if (bytes != 4 && bytes != 8) return Rc::error;
  const uint32_t narrow = static_cast<uint32_t>(value);
  memcpy(host, bytes == 4 ? static_cast<const void*>(&narrow) : &value, bytes);
  Rc rc = process.access->to_target(process.context, host, bytes, 1, raw);
  if (rc == Rc::ok) rc = process.access->write(process.context, process.number(name), bytes, raw);
  return rc;
}

// Each thread tests a flag of its own first. The flag stays when breakpoints are disabled: then the thread also
// tests the global word.
void enable_in_threads(const Process& process, Reader& reader) {
  uint64_t thread = reader.root(Name::threads);
  for (uint32_t i = 0; i < kMostThreads && thread != 0 && reader.ok(); ++i) {
    const unsigned char heard = 0;
    process.access->write(process.context, thread + process.number(Name::thread_unobserved), 1, &heard);
    thread = reader.field(thread, Name::thread_next);
  }
}

void enable_breakpoints(Process& process) {
  Reader reader(process);
  const uint64_t listens = reader.root(Name::debugger_observes);
  const uint64_t events = reader.root(Name::observed);
  if (!reader.ok() || listens != 0) return;
  if (write_number(process, Name::debugger_observes, 1) != Rc::ok) return;
  process.enabled_by_us = true;
  process.old_events = events;
  write_number(process, Name::observed, events | process.number(Name::debugger_events));
  enable_in_threads(process, reader);
}

// Events that were enabled meanwhile stay.
void disable_breakpoints(Process& process) {
  if (!process.enabled_by_us) return;
  process.enabled_by_us = false;
  Reader reader(process);
  const uint64_t events = reader.root(Name::observed);
  write_number(process, Name::debugger_observes, 0);
  if (reader.ok() && events == (process.old_events | process.number(Name::debugger_events)))
    write_number(process, Name::observed, process.old_events);
}

}  // namespace

Rc open_process(const Access& access, void* context, Process** handle) {
  void* memory = nullptr;
  Rc rc = access.allocate(sizeof(Process), &memory);
  if (rc != Rc::ok || memory == nullptr) return rc == Rc::ok ? Rc::nomem : rc;
  auto* process = static_cast<Process*>(memory);
  memset(process, 0, sizeof *process);
  process->access = &access;
  process->context = context;
  rc = read_table(*process);
  if (rc != Rc::ok) {
    access.release(memory);
    return rc;
  }
  process->magic = kProcessMagic;
  enable_breakpoints(*process);
  *handle = process;
  return Rc::ok;
}

Rc close_process(Process* process) {
  disable_breakpoints(*process);
  process->magic = kDead;
  const Access& access = *process->access;
  const Rc rc = process->thread_index != nullptr ? access.release(process->thread_index) : Rc::ok;
  const Rc released = access.release(process);
  return rc == Rc::ok ? released : rc;
}

bool is_readable(const Process& process) {
  char magic[sizeof formats::kLayoutMagic];
  return process.access->read(process.context, process.table, sizeof magic, magic) == Rc::ok;
}

}  // namespace limpid::ompd
