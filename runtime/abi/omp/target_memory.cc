// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory routines (OpenMP 5.1, section 3.8; omp_target_memset: 6.0).
// If a library has devices, the library's routines are called.
#include <errno.h>

#include "abi/gomp/engine.h"
#include "abi/kmp/offload.h"
#include "abi/omp/depend_objects.h"
#include "core/data/entry.h"
#include "core/device/host_memory.h"
#include "core/device/target_task.h"
#include "core/icv/devices.h"

using namespace limpid;

namespace {

// GCC's engine, if the device is one of its.
const abi::Engine* engine_for(int device) {
  const abi::Engine* const there = abi::engine();
  return there != nullptr && !core::is_host(device) ? there : nullptr;
}

}  // namespace

extern "C" {

void* omp_target_alloc(size_t size, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_alloc, "omp_target_alloc"))
    return theirs(size, device);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  abi::engine();  // it may be the first that asks for a device
  return core::allocate_device_memory(self, size, device);
}
void omp_target_free(void* memory, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_free, "omp_target_free"))
    return theirs(memory, device);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::free_device_memory(self, memory, device);
}

// Host memory is present, mapped to itself, and accessible on the host. Other devices are GCC's engine's.
int omp_target_is_present(const void* memory, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_is_present, "omp_target_is_present"))
    return theirs(memory, device);
  if (const abi::Engine* const there = engine_for(device)) return there->is_present(memory, device);
  return core::is_host(device);
}
int omp_target_is_accessible(const void* memory, size_t size, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_is_accessible, "omp_target_is_accessible"))
    return theirs(memory, size, device);
  const abi::Engine* const there = engine_for(device);
  if (there != nullptr && there->is_accessible != nullptr) return there->is_accessible(memory, size, device);
  return core::is_host(device);
}
void* omp_get_mapped_ptr(const void* memory, int device) {
  if (auto* const theirs = abi::library_routine(omp_get_mapped_ptr, "omp_get_mapped_ptr"))
    return theirs(memory, device);
  const abi::Engine* const there = engine_for(device);
  if (there != nullptr && there->mapped != nullptr) return there->mapped(memory, device);
  return core::is_host(device) ? const_cast<void*>(memory) : nullptr;
}

// The host's own memory cannot be associated with anything else.
int omp_target_associate_ptr(const void* memory, const void* there, size_t size, size_t offset, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_associate_ptr, "omp_target_associate_ptr"))
    return theirs(memory, there, size, offset, device);
  const abi::Engine* const engine = engine_for(device);
  return engine != nullptr ? engine->associate(memory, there, size, offset, device) : EINVAL;
}
int omp_target_disassociate_ptr(const void* memory, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_disassociate_ptr, "omp_target_disassociate_ptr"))
    return theirs(memory, device);
  const abi::Engine* const engine = engine_for(device);
  return engine != nullptr ? engine->disassociate(memory, device) : EINVAL;
}

int omp_target_memcpy(void* destination, const void* source, size_t length, size_t destination_offset,
                      size_t source_offset, int destination_device, int source_device) {
  if (auto* const theirs = abi::library_routine(omp_target_memcpy, "omp_target_memcpy"))
    return theirs(destination, source, length, destination_offset, source_offset, destination_device,
                  source_device);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::copy_memory(self, {destination, source, length, destination_offset, source_offset,
                                  destination_device, source_device});
}

int omp_target_memcpy_rect(void* destination, const void* source, size_t element_size, int dimensions,
                           const size_t* volume, const size_t* destination_offsets,
                           const size_t* source_offsets, const size_t* destination_dimensions,
                           const size_t* source_dimensions, int destination_device, int source_device) {
  if (auto* const theirs = abi::library_routine(omp_target_memcpy_rect, "omp_target_memcpy_rect"))
    return theirs(destination, source, element_size, dimensions, volume, destination_offsets, source_offsets,
                  destination_dimensions, source_dimensions, destination_device, source_device);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::copy_rectangle(
      self, {destination, source, element_size, dimensions, volume, destination_offsets, source_offsets,
             destination_dimensions, source_dimensions, destination_device, source_device});
}

void* omp_target_memset(void* memory, int value, size_t length, int device) {
  if (auto* const theirs = abi::library_routine(omp_target_memset, "omp_target_memset"))
    return theirs(memory, value, length, device);
  return core::fill_memory({memory, value, length, device});
}

int omp_target_memcpy_async(void* destination, const void* source, size_t length, size_t destination_offset,
                            size_t source_offset, int destination_device, int source_device, int depend_count,
                            const void* depend_objects) {
  if (auto* const theirs = abi::library_routine(omp_target_memcpy_async, "omp_target_memcpy_async"))
    return theirs(destination, source, length, destination_offset, source_offset, destination_device,
                  source_device, depend_count, depend_objects);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::copy_memory_in_task(
      self,
      {destination, source, length, destination_offset, source_offset, destination_device, source_device},
      abi::DependObjects(depend_count, depend_objects).nowait());
}

int omp_target_memcpy_rect_async(void* destination, const void* source, size_t element_size, int dimensions,
                                 const size_t* volume, const size_t* destination_offsets,
                                 const size_t* source_offsets, const size_t* destination_dimensions,
                                 const size_t* source_dimensions, int destination_device, int source_device,
                                 int depend_count, const void* depend_objects) {
  if (auto* const theirs = abi::library_routine(omp_target_memcpy_rect_async, "omp_target_memcpy_rect_async"))
    return theirs(destination, source, element_size, dimensions, volume, destination_offsets, source_offsets,
                  destination_dimensions, source_dimensions, destination_device, source_device, depend_count,
                  depend_objects);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::copy_rectangle_in_task(
      self,
      {destination, source, element_size, dimensions, volume, destination_offsets, source_offsets,
       destination_dimensions, source_dimensions, destination_device, source_device},
      abi::DependObjects(depend_count, depend_objects).nowait());
}

void* omp_target_memset_async(void* memory, int value, size_t length, int device, int depend_count,
                              const void* depend_objects) {
  if (auto* const theirs = abi::library_routine(omp_target_memset_async, "omp_target_memset_async"))
    return theirs(memory, value, length, device, depend_count, depend_objects);
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::fill_memory_in_task(self, {memory, value, length, device},
                            abi::DependObjects(depend_count, depend_objects).nowait());
  return memory;
}
}
