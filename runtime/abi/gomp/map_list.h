// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The map list of a target construct as GCC passes it.
#pragma once

#include <stddef.h>

#include "core/device/construct.h"

namespace limpid::abi {

// Parallel arrays. An entry of `kinds` is the map kind, and the logarithm of the alignment in its high byte.
//
// On the host a mapped item is the program's own variable: its address is passed on. A firstprivate item
// needs a copy, whose address takes its place in the array that the region gets.
struct MapList {
  size_t count;
  void** addresses;
  const size_t* sizes;
  const unsigned short* kinds;

  [[nodiscard]] bool has_private_copies() const;

  // A block for the region: the array of addresses, then the copies. It needs block_size() bytes, at any
  // multiple of a pointer's size. fill_block() fills it while the originals exist.
  [[nodiscard]] size_t block_size() const;
  void fill_block(void* block) const;
};

// The list as observers get it. Kinds of one byte (GCC 5 and before) contain no alignment. The list must
// outlive the view.
core::MapView view_of(const MapList& list);

}  // namespace limpid::abi
