// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The described table through which a debugger reads the runtime's memory: what the runtime exports as one
// constant (kLayoutSymbol) and libompd.so and libompd2.so look up by name.
//
// A table is one LayoutHeader and, right behind it, its entries. It holds no pointers but the addresses of
// roots, and those make the loader write to it: so its pages are in every core file. Numbers are in the
// target's byte order; kOrderMark tells which.
#pragma once

#include <stdint.h>

namespace limpid::formats {

inline constexpr char kLayoutSymbol[] = "limpid_debug_layout";
inline constexpr char kLayoutMagic[16] = "limpid layout 1";
inline constexpr uint64_t kOrderMark = 0x0102030405060708;

// Grows when an entry changes its meaning. New entries need no new version: readers look for names.
inline constexpr uint32_t kLayoutVersion = 1;

// No table has more: a reader refuses larger ones.
inline constexpr uint32_t kMostLayoutEntries = 512;

struct LayoutHeader {
  char magic[16];
  uint64_t order;         // kOrderMark
  uint32_t version;       // kLayoutVersion
  uint32_t header_bytes;  // the first entry begins here
  uint32_t entry_bytes;   // from one entry to the next
  uint32_t entries;
};
static_assert(sizeof(LayoutHeader) == 40);

enum class LayoutKind : uint32_t {
  field = 1,     // number: offset in its struct; bytes: its size, of one element if it is an array
  root = 2,      // address: of the object; bytes: its size
  constant = 3,  // number: a value, for example of an enumerator
  size = 4,      // number: bytes of a struct
};

struct LayoutEntry {
  char name[40];  // "Struct.field", zero-terminated
  union {
    uint64_t number;
    const volatile void* address;  // a pointer of the target, at the same place
  };
  uint32_t bytes;
  LayoutKind kind;
};
static_assert(sizeof(LayoutEntry) == 56);

}  // namespace limpid::formats
