// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ident (the compilers' ident_t): the source location and kind of a construct.
#pragma once

#include <stdint.h>

namespace limpid::abi {

// Clang and Flang pass it first to nearly every entry point: the location and the kind of the construct.
// Constant data of the program; may be null.
struct Ident {
  int32_t reserved_1;
  int32_t flags;
  int32_t reserved_2;
  int32_t reserved_3;
  const char* source;  // ";file;function;line;column;;"
};
static_assert(sizeof(Ident) == 24, "the compilers' ident_t");

// Ident::flags, as far as this runtime uses them.
constexpr int32_t kIdentAtomicReduction = 0x10;      // the caller has code for atomic reductions
constexpr int32_t kIdentBarrierMask = 0x1e0;         // which barrier:
constexpr int32_t kIdentBarrierExplicit = 0x20;      // a barrier construct
constexpr int32_t kIdentBarrierOfLoop = 0x40;        // implicit, of a loop
constexpr int32_t kIdentBarrierOfSections = 0xc0;    // of sections
constexpr int32_t kIdentBarrierOfSingle = 0x140;     // of single
constexpr int32_t kIdentBarrierOfWorkshare = 0x1c0;  // of workshare
constexpr int32_t kIdentWorkLoop = 0x200;
constexpr int32_t kIdentWorkSections = 0x400;
constexpr int32_t kIdentWorkDistribute = 0x800;

}  // namespace limpid::abi
