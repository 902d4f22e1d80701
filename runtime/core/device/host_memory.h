// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory routines (OpenMP 5.1, section 3.8): what they do on the host, else their engine is called.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::core {

struct Thread;

// Memory of a device, with malloc's alignment; null when there is no memory or no such device. Freeing null,
// or with a number that is no device, does nothing.
void* allocate_device_memory(Thread& self, std::size_t bytes, std::int32_t device);
void free_device_memory(Thread& self, void* memory, std::int32_t device);

// A copy between two memories; in_task: by the current target task. Results as in omp_target_memcpy: 0, or a
// nonzero value when a device does not exist.
struct TargetCopy {
  void* destination;
  const void* source;
  std::size_t length;
  std::size_t destination_offset;
  std::size_t source_offset;
  std::int32_t destination_device;
  std::int32_t source_device;
};
int copy_memory(Thread& self, const TargetCopy& copy, bool in_task = false);
int check_devices(const TargetCopy& copy);  // without copying

// A rectangular subvolume of up to kMaxDimensions dimensions, in elements.
constexpr int kMaxDimensions = 0x7fffffff;
struct TargetRectCopy {
  void* destination;
  const void* source;
  std::size_t element_size;
  int dimensions;
  const std::size_t* volume;
  const std::size_t* destination_offsets;
  const std::size_t* source_offsets;
  const std::size_t* destination_dimensions;
  const std::size_t* source_dimensions;
  std::int32_t destination_device;
  std::int32_t source_device;
};
// kMaxDimensions when both addresses are null (omp_target_memcpy_rect's inquiry).
int copy_rectangle(Thread& self, const TargetRectCopy& copy, bool in_task = false);
int check_rectangle(const TargetRectCopy& copy);  // devices and dimensions, without copying

struct TargetFill {
  void* memory;
  int value;
  std::size_t length;
  std::int32_t device;
};
// Returns the address. Does nothing when the device does not exist.
void* fill_memory(const TargetFill& fill);

}  // namespace limpid::core
