// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of an engine's devices, by the engine's own routines.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::core {

// As OpenMP's omp_target_alloc and so on; each returns when it is done. The engine reports the operations.
struct EngineMemory {
  void* (*allocate)(std::size_t bytes, int device);
  void (*free)(void* memory, int device);
  int (*copy)(void* destination, const void* source, std::size_t length, std::size_t destination_offset,
              std::size_t source_offset, int destination_device, int source_device);
  int (*copy_rectangle)(void* destination, const void* source, std::size_t element_size, int dimensions,
                        const std::size_t* volume, const std::size_t* destination_offsets,
                        const std::size_t* source_offsets, const std::size_t* destination_dimensions,
                        const std::size_t* source_dimensions, int destination_device, int source_device);
};

// Set once, when the engine has been opened; the routines live as long as the process.
void set_engine_memory(const EngineMemory& routines);

// For a number that is not the host's; null: there is no such device, or its library has its own door.
const EngineMemory* engine_memory(std::int32_t device);

}  // namespace limpid::core
