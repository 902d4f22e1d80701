// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory with the trait `pinned`: beside being locked in RAM it is made known to a library of devices, whose devices then copy
// to and from it by themselves.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::core {

struct Pinning {
  // The device that knows the memory now; negative: none does.
  std::int32_t (*pin)(void* memory, std::size_t bytes);
  void (*unpin)(void* memory, std::int32_t device);
};

// Called once there is such a library; the functions, and what names them, are constants.
void set_pinning(const Pinning& pinning);

}  // namespace limpid::core
