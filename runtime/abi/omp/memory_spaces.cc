// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory spaces and allocators of devices (OpenMP 6.0, section 27.1).
// The host is the only device: the space that it shares with the devices of a list is its own, and any other
// device in the list makes the result null.
#include "abi/omp/allocators.h"
#include "core/icv/devices.h"

using namespace limpid;
using core::AllocatorHandle;

namespace {

using Space = uint64_t;

// omp_null_mem_space of LLVM's header of 6.0, where 0 is the null space and not the default space. This
// runtime has the older numbers; a space that does not exist is 0 all the same.
constexpr Space kNullSpace = 0;
constexpr int kResources = 1;

bool is_space(Space space) {
  return space <= core::kLastMemSpace || space == core::kDefaultMemSpaceOf60;
}

bool only_host(int count, const int* devices) {
  if (count <= 0 || devices == nullptr) return false;
  for (int i = 0; i < count; ++i)
    if (!core::is_host(devices[i])) return false;
  return true;
}

Space space_for(bool reachable, Space space) {
  return reachable && is_space(space) ? space : kNullSpace;
}

// A predefined allocator of the space.
AllocatorHandle allocator_for(bool reachable, Space space) {
  if (!reachable || !is_space(space)) return core::kNullAllocator;
  return space == core::kDefaultMemSpaceOf60 ? core::kDefaultAllocator : space + 1;
}

}  // namespace

extern "C" {

Space omp_get_devices_memspace(int count, const int* devices, Space space) {
  return space_for(only_host(count, devices), space);
}
Space omp_get_device_memspace(int device, Space space) {
  return space_for(core::is_host(device), space);
}
Space omp_get_devices_and_host_memspace(int count, const int* devices, Space space) {
  return space_for(count == 0 || only_host(count, devices), space);
}
Space omp_get_device_and_host_memspace(int device, Space space) {
  return space_for(core::is_host(device), space);
}
Space omp_get_devices_all_memspace(Space space) {
  return space_for(true, space);
}

AllocatorHandle omp_get_devices_allocator(int count, const int* devices, Space space) {
  return allocator_for(only_host(count, devices), space);
}
AllocatorHandle omp_get_device_allocator(int device, Space space) {
  return allocator_for(core::is_host(device), space);
}
AllocatorHandle omp_get_devices_and_host_allocator(int count, const int* devices, Space space) {
  return allocator_for(count == 0 || only_host(count, devices), space);
}
AllocatorHandle omp_get_device_and_host_allocator(int device, Space space) {
  return allocator_for(core::is_host(device), space);
}
AllocatorHandle omp_get_devices_all_allocator(Space space) {
  return allocator_for(true, space);
}

// A space is one resource here, so its only part is itself.
int omp_get_memspace_num_resources(Space space) {
  return is_space(space) ? kResources : 0;
}
Space omp_get_submemspace(Space space, int count, const int* resources) {
  return space_for(count == 1 && resources != nullptr && resources[0] == 0, space);
}
}
