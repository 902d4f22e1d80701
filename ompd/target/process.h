// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include "target/access.h"
#include "target/layout_names.h"

namespace limpid::ompd {

class Snapshot;
struct ThreadIndex;

// One entry of the runtime's table. value: an offset, an address, or a number; bytes: the size of what is
// there.
struct Entry {
  uint64_t value;
  uint32_t bytes;
  bool known;
};

// A process or core file: what stands behind an address space handle.
//
// Owner    the debugger, until it releases the handle; allocated with its callback.
// Targets  everything in it that came from the target's memory was checked: the table's entries are known and
//          have sizes that can be read. What the objects say is checked by whoever follows it.
struct Process {
  uint64_t magic;
  const Access* access;
  void* context;
  TypeSizes sizes;
  uint64_t table;              // address of the runtime's table
  bool enabled_by_us;          // we set debugger_observes
  uint64_t old_events;         // what g_observed held before that
  bool has_host_order;         // its numbers are in this machine's byte order: nothing has to be converted
  ThreadIndex* thread_index;   // of find_in_index, or null
  mutable Snapshot* snapshot;  // the one that lives now, or null
  Entry entries[kNames];

  const Entry& operator[](Name name) const { return entries[static_cast<uint32_t>(name)]; }
  uint64_t number(Name name) const { return (*this)[name].value; }
};

// A longer list of threads is a broken one.
inline constexpr uint32_t kMostThreads = 1 << 20;

inline constexpr uint64_t kProcessMagic = 0x6c696d7064415350;  // in front of handles that are none: not this
inline constexpr uint64_t kDead = 0x6c696d7064646561;

// Finds the runtime's table and checks it; makes the runtime call its ompd_bp_ functions, if the target's
// memory can be written. incompatible: the process has no such runtime, or another version.
Rc open_process(const Access& access, void* context, Process** process);

// The debugger is done with it: nothing calls the ompd_bp_ functions for it any more.
Rc close_process(Process* process);

// Null unless handle is one that open_process made.
inline Process* process_of(void* handle) {
  auto* process = static_cast<Process*>(handle);
  return process != nullptr && process->magic == kProcessMagic ? process : nullptr;
}

// Whether the target can be read at all: tells an object that is gone from a target that is.
bool is_readable(const Process& process);

}  // namespace limpid::ompd
