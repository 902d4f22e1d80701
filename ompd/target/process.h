// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process or core file: the table of the runtime, read and checked.
#pragma once

#include <stdint.h>

#include "target/access.h"
#include "target/layout_names.h"

namespace limpid::ompd {

class Snapshot;
struct ThreadIndex;

// One entry of the runtime's table. value: an offset, an address, or a number; bytes: the size of the object
// there.
struct Entry {
  uint64_t value;
  uint32_t bytes;
  bool known;
};

// A process or core file: the object behind an address space handle.
//
// Owner    the debugger, until it releases the handle; allocated with its callback.
// Targets  everything in it that came from the target's memory was checked: the table's entries are known and
//          have sizes that can be read. Values of objects are checked where they are used.
struct Process {
  uint64_t magic;
  const Access* access;
  void* context;
  TypeSizes sizes;
  uint64_t table;              // address of the runtime's table
  bool enabled_by_us;          // by this library: debugger_observes
  uint64_t old_events;         // the value of g_observed before that
  bool has_host_order;         // the target's byte order is this machine's: nothing is converted
  ThreadIndex* thread_index;   // of find_in_index, or null
  mutable Snapshot* snapshot;  // the one that lives now, or null
  Entry entries[kNames];

  const Entry& operator[](Name name) const { return entries[static_cast<uint32_t>(name)]; }
  uint64_t number(Name name) const { return (*this)[name].value; }
};

// A longer list of threads means damaged memory.
inline constexpr uint32_t kMostThreads = 1 << 20;

inline constexpr uint64_t kProcessMagic =
    0x6c696d7064415350;  // other pointers than handles do not begin with it
inline constexpr uint64_t kDead = 0x6c696d7064646561;

// Finds the runtime's table and checks it; makes the runtime call its ompd_bp_ functions, if the target's
// memory can be written. incompatible: the process has no such runtime, or another version.
Rc open_process(const Access& access, void* context, Process** process);

// Releases it; the ompd_bp_ functions are not called for it any more.
Rc close_process(Process* process);

// Null unless handle is one that open_process made.
inline Process* process_of(void* handle) {
  auto* process = static_cast<Process*>(handle);
  return process != nullptr && process->magic == kProcessMagic ? process : nullptr;
}

// Whether the target can be read at all: distinguishes an object that is gone from a target that is.
bool is_readable(const Process& process);

}  // namespace limpid::ompd
