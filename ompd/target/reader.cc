// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads numbers and texts of the target, in the host's byte order.
#include "target/reader.h"

#include <string.h>

#include "target/snapshot.h"

namespace limpid::ompd {
namespace {

bool is_unit(uint32_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

uint64_t widen(const unsigned char* bytes, uint32_t count) {
  switch (count) {
    case 1:
      return bytes[0];
    case 2: {
      uint16_t value;
      memcpy(&value, bytes, sizeof value);
      return value;
    }
    case 4: {
      uint32_t value;
      memcpy(&value, bytes, sizeof value);
      return value;
    }
    default: {
      uint64_t value;
      memcpy(&value, bytes, sizeof value);
      return value;
    }
  }
}

}  // namespace

uint64_t Reader::number(uint64_t address, uint32_t bytes) {
  if (!ok()) return 0;
  if (address == 0 || address + bytes < address || !is_unit(bytes) || ++reads_ > kMostReads) {
    spoil();
    return 0;
  }
  unsigned char raw[8];
  unsigned char host[8];
  const Access& access = *process_.access;
  if (process_.snapshot == nullptr || !process_.snapshot->read(address, bytes, raw))
    spoil(access.read(process_.context, address, bytes, raw));
  if (!ok()) return 0;
  if (process_.has_host_order) return widen(raw, bytes);
  spoil(access.to_host(process_.context, raw, bytes, 1, host));
  return ok() ? widen(host, bytes) : 0;
}

uint64_t Reader::field(uint64_t object, Name name) {
  const Entry& entry = process_[name];
  if (object == 0 || object + entry.value < object) {
    spoil();
    return 0;
  }
  return number(object + entry.value, entry.bytes);
}

int64_t Reader::signed_field(uint64_t object, Name name) {
  const uint64_t value = field(object, name);
  const uint32_t spare = 64 - 8 * process_[name].bytes;
  return static_cast<int64_t>(value << spare) >> spare;
}

void Reader::text(uint64_t address, char* buffer, uint32_t capacity) {
  uint32_t length = 0;
  const Access& access = *process_.access;
  // Never over a boundary of 64 bytes: what lies behind one may not be there.
  while (ok() && length + 1 < capacity) {
    uint64_t chunk = 64 - (address + length) % 64;
    if (chunk > capacity - 1 - length) chunk = capacity - 1 - length;
    const Rc rc = access.read(process_.context, address + length, chunk, buffer + length);
    if (rc != Rc::ok) {
      if (length == 0) spoil(rc);
      break;
    }
    const void* end = memchr(buffer + length, '\0', chunk);
    if (end != nullptr) return;
    length += static_cast<uint32_t>(chunk);
  }
  buffer[length] = '\0';
}

}  // namespace limpid::ompd
