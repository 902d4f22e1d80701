// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocating, copying and filling device memory; of other devices than the host through their engine.
#include "core/device/host_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "core/device/data_operation.h"
#include "core/device/engine_memory.h"
#include "core/device/policy.h"
#include "core/icv/devices.h"

namespace limpid::core {
namespace {

bool multiply(std::size_t& product, std::size_t factor) {
  return !__builtin_mul_overflow(product, factor, &product);
}

// A copy from the host to the host is reported as one to the device.
constexpr events::DataOp kHostToHost = events::DataOp::to_device;

std::size_t bytes_of_rectangle(const TargetRectCopy& at) {
  std::size_t bytes = at.element_size;
  for (int i = 0; i < at.dimensions; ++i) bytes *= at.volume[i];
  return bytes;
}

// Copies the outermost dimension: volume[0] slices, each as far from the last one as the array around the
// rectangle is wide.
int copy_dimension(char* destination, const char* source, std::size_t element_size, int dimensions,
                   const TargetRectCopy& at) {
  LIMPID_DCHECK(dimensions >= 1);
  std::size_t length = element_size;
  std::size_t to = element_size;
  std::size_t from = element_size;
  if (dimensions == 1) {
    if (!multiply(length, at.volume[0]) || !multiply(to, at.destination_offsets[0]) ||
        !multiply(from, at.source_offsets[0]))
      return EINVAL;
    memcpy(destination + to, source + from, length);
    return 0;
  }
  std::size_t to_slice = element_size;
  std::size_t from_slice = element_size;
  for (int i = 1; i < dimensions; ++i)
    if (!multiply(to_slice, at.destination_dimensions[i]) || !multiply(from_slice, at.source_dimensions[i]))
      return EINVAL;
  TargetRectCopy inner = at;
  ++inner.volume;
  ++inner.destination_offsets;
  ++inner.source_offsets;
  ++inner.destination_dimensions;
  ++inner.source_dimensions;
  destination += at.destination_offsets[0] * to_slice;
  source += at.source_offsets[0] * from_slice;
  for (std::size_t i = 0; i < at.volume[0]; ++i, destination += to_slice, source += from_slice)
    if (const int error = copy_dimension(destination, source, element_size, dimensions - 1, inner))
      return error;
  return 0;
}

bool exists(std::int32_t device) {
  return is_host(device) || engine_memory(device) != nullptr;
}

// The engine that copies between two devices that exist; null: both are the host.
const EngineMemory* engine_of(std::int32_t destination_device, std::int32_t source_device) {
  if (!is_host(destination_device)) return engine_memory(destination_device);
  return is_host(source_device) ? nullptr : engine_memory(source_device);
}

// Engines need not know omp_initial_device.
int settled(std::int32_t device) {
  return is_host(device) ? host_device() : device;
}

// An engine that is older than OpenMP 5.1 has no routine for it.
void fill_by_copies(const EngineMemory& engine, const TargetFill& fill) {
  char block[policy::kFillBytes];
  memset(block, fill.value, sizeof block);
  for (std::size_t done = 0; done < fill.length; done += sizeof block) {
    const std::size_t rest = fill.length - done;
    const std::size_t bytes = rest < sizeof block ? rest : sizeof block;
    if (engine.copy(fill.memory, block, bytes, done, 0, fill.device, host_device()) != 0) return;
  }
}

}  // namespace

void* allocate_device_memory(Thread& self, std::size_t bytes, std::int32_t device) {
  if (!is_host(device)) [[unlikely]] {
    const EngineMemory* const engine = engine_memory(device);
    return engine != nullptr ? engine->allocate(bytes, device) : nullptr;
  }
  if (bytes == 0) return nullptr;
  DataOperation operation(self, {events::DataOp::allocate, false, nullptr, nullptr, bytes});
  void* memory = malloc(bytes);
  operation.set_destination(memory);
  return memory;
}

void free_device_memory(Thread& self, void* memory, std::int32_t device) {
  if (memory == nullptr) return;
  if (!is_host(device)) [[unlikely]] {
    if (const EngineMemory* const engine = engine_memory(device)) engine->free(memory, device);
    return;
  }
  DataOperation operation(self, {events::DataOp::release, false, memory, nullptr, 0});
  free(memory);
}

int check_devices(const TargetCopy& copy) {
  return exists(copy.destination_device) && exists(copy.source_device) ? 0 : EINVAL;
}

int copy_memory(Thread& self, const TargetCopy& copy, bool in_task) {
  if (const int error = check_devices(copy)) return error;
  if (const EngineMemory* const engine = engine_of(copy.destination_device, copy.source_device))
    return engine->copy(copy.destination, copy.source, copy.length, copy.destination_offset,
                        copy.source_offset, settled(copy.destination_device), settled(copy.source_device));
  char* const to = static_cast<char*>(copy.destination) + copy.destination_offset;
  const char* const from = static_cast<const char*>(copy.source) + copy.source_offset;
  DataOperation operation(self, {kHostToHost, in_task, from, to, copy.length});
  memmove(to, from, copy.length);  // the two may overlap: on the host both may be the same memory
  return 0;
}

int check_rectangle(const TargetRectCopy& copy) {
  return exists(copy.destination_device) && exists(copy.source_device) && copy.dimensions >= 1 ? 0 : EINVAL;
}

int copy_rectangle(Thread& self, const TargetRectCopy& copy, bool in_task) {
  if (copy.destination == nullptr && copy.source == nullptr) return kMaxDimensions;
  if (const int error = check_rectangle(copy)) return error;
  if (const EngineMemory* const engine = engine_of(copy.destination_device, copy.source_device))
    return engine->copy_rectangle(copy.destination, copy.source, copy.element_size, copy.dimensions,
                                  copy.volume, copy.destination_offsets, copy.source_offsets,
                                  copy.destination_dimensions, copy.source_dimensions,
                                  settled(copy.destination_device), settled(copy.source_device));
  DataOperation operation(self,
                          {kHostToHost, in_task, copy.source, copy.destination, bytes_of_rectangle(copy)});
  return copy_dimension(static_cast<char*>(copy.destination), static_cast<const char*>(copy.source),
                        copy.element_size, copy.dimensions, copy);
}

void* fill_memory(const TargetFill& fill) {
  if (is_host(fill.device))
    memset(fill.memory, fill.value, fill.length);
  else if (const EngineMemory* const engine = engine_memory(fill.device))
    fill_by_copies(*engine, fill);
  return fill.memory;
}

}  // namespace limpid::core
