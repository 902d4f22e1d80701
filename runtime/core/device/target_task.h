// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs and routines as tasks: what nowait, depend and the _async routines ask for. The one place
// of this room that knows the task room.
#pragma once

#include <cstddef>

#include "core/device/host_memory.h"
#include "core/device/target.h"

namespace limpid::core {

// A depend clause as GCC passes it (see core/task), valid during the call only.
using DependArray = void**;

// Waits for the earlier tasks that the clause names.
void wait_for_dependences(Thread& self, DependArray depend);

// The data block of a region that runs later: its size, and what fills it (given region.data) while the
// originals are still there.
struct DeferredBlock {
  std::size_t bytes;
  void (*fill)(void* block, void* source);
};
void run_target_later(Thread& self, const TargetRegion& region, const DeferredBlock& block,
                      DependArray depend);

// Data motion with dependences that need not be waited for here.
void move_data_later(Thread& self, events::TargetKind kind, DependArray depend);

// The omp_depend_t objects given to an asynchronous routine.
struct DependObjects {
  int count;
  void** objects;
};
// As the functions without _later; what is wrong with the devices is found before a task is made.
int copy_memory_later(Thread& self, const TargetCopy& copy, DependObjects depend);
int copy_rectangle_later(Thread& self, const TargetRectCopy& copy, DependObjects depend);
void fill_memory_later(Thread& self, const TargetFill& fill, DependObjects depend);

}  // namespace limpid::core
