// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a tool gives for records, and what the engine has to ask an interface about it.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::tools::trace {

// A callback of the tool. Only the adapter knows its type.
using Callback = void (*)();

// The header of a buffer.
//
// Lies      in the tool's memory, at its first aligned address; outside of it if a record does not fit.
// Owner     the trace, then the delivery, then the tool: one at a time.
struct Buffer {
  void* address;  // as the tool gave it, like bytes
  size_t bytes;
  int32_t device;     // whose trace it is for
  size_t first;       // offset of the first record from address; 0: no record fits
  size_t used;        // offset of the end of the last record
  Callback complete;  // gives it back
  Buffer* next;       // in the delivery's queue

  bool empty() const { return used == first; }
  // Space for so many bytes; null: they do not fit.
  void* append(size_t size);
};

// What the engine does not know: how one interface lays out a buffer and calls the tool.
struct Interface {
  // The thread that asks the tool for a buffer: the one that has a record and no buffer, or the trace's own.
  enum class Asker : uint8_t { recording_thread, own_thread };
  Asker asker;
  size_t proposed;  // *bytes when the tool is asked

  // Offset of the first record in a buffer of the tool's, behind the header. 0: too small for a record.
  size_t (*first_record)(const void* address, size_t bytes);
  void (*request)(int32_t device, Callback request, void** address, size_t* bytes);
  // The buffer belongs to the tool from here on; this is a copy of its header.
  void (*complete)(const Buffer& buffer);
};

// Where the header lies in memory of the tool's.
Buffer* header_in(const void* address);
// The offset behind it.
size_t end_of_header(const void* address);

// Makes a buffer of the tool's answer. Null: the tool gave none, or there is no memory for a header outside.
Buffer* make_buffer(const Interface& interface, int32_t device, void* address, size_t bytes,
                    Callback complete);

// Calls the tool, and frees a header that lies outside.
void give_back(const Interface& interface, Buffer* buffer);

}  // namespace limpid::tools::trace
