// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs of GCC's programs for a device of the engine.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/gomp/map_list.h"
#include "core/data/thread.h"
#include "core/device/target.h"
#include "core/device/target_task.h"

namespace limpid::abi {

// A construct as GCC passes it on, without what makes a task of it. device: from engine_device().
struct Handover {
  int device;
  MapList list;
  unsigned flags = 0;  // of a data motion: enter or exit
  void (*body)(void*) =
      nullptr;  // of a region: its function on the host, by which the engine knows the device's
  void** arguments = nullptr;  // of a region: the extra arguments, up to a null
};

// A target region; region has what is decoded of it. Its own task if there is nowait or a dependence.
void offload_region(core::Thread& self, const Handover& handover, core::TargetRegion region,
                    const core::TargetSchedule& when);

// enter data, exit data and update, likewise.
void offload_motion(core::Thread& self, const Handover& handover, core::DataMotion motion,
                    const core::TargetSchedule& when, bool in_task);

// The begin of a target data construct for a device or, with kHostItself, the host; true: for a device, and done.
bool offload_data(core::Thread& self, int32_t device, const MapList& list);

// The end of the innermost one of the thread; true: it was for a device, and done.
bool offload_end_data(core::Thread& self);

}  // namespace limpid::abi
