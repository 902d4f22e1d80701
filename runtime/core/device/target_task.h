// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs and routines as target tasks (OpenMP 5.1, section 2.12.5): what nowait, depend and the
// _async routines ask for. The only files in device/ that use task/ to create tasks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/device/host_memory.h"
#include "core/device/target.h"

namespace limpid::core {

// When the task of a construct may run. Read during the call only.
struct TargetSchedule {
  const events::Dependence* dependences = nullptr;
  std::uint32_t count = 0;
  bool nowait = false;  // false: the task is included, it has ended when the call returns
  std::int32_t device = kHostItself;
};

// The data block of a region or a data motion: its size, and what fills it (given its data) while the originals
// are still there.
struct TargetBlock {
  std::size_t bytes;
  void (*fill)(void* block, void* source);
};

void run_target_task(Thread& self, const TargetRegion& region, const TargetBlock& block,
                     const TargetSchedule& when);
void move_data_in_task(Thread& self, const DataMotion& motion, const TargetBlock& block,
                       const TargetSchedule& when);

// Like the functions without _in_task; wrong devices are found before a task is created.
int copy_memory_in_task(Thread& self, const TargetCopy& copy, const TargetSchedule& when);
int copy_rectangle_in_task(Thread& self, const TargetRectCopy& copy, const TargetSchedule& when);
void fill_memory_in_task(Thread& self, const TargetFill& fill, const TargetSchedule& when);

}  // namespace limpid::core
