// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs (OpenMP 5.1, section 2.14) with the host as the only device: mapped variables are the
// program's own.
#pragma once

#include <cstdint>

#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/device/construct.h"
#include "events/events.h"

namespace limpid::core {

// What a construct may pass instead of a device number, which is >= 0.
constexpr std::int32_t kDefaultDevice = -1000;  // no device clause: default-device-var
constexpr std::int32_t kForcedHost = -1001;     // the if clause is false

// Ends the program with a message when the construct must not run on the host: the device does not exist
// (omp_invalid_device), or OMP_TARGET_OFFLOAD is mandatory and another device than the host is asked for.
void require_device(Thread& self, std::int32_t device);

struct TargetRegion {
  Task::Body body = nullptr;
  void* data = nullptr;
  std::uint32_t thread_limit = 0;  // 0: no clause
  std::uint32_t teams = 1;         // asked for; 0: a number is not given
  MapView maps;                    // read during the call
};

// Runs the region on the calling thread, as the initial task of a team of one.
void run_target(Thread& self, const TargetRegion& region, const TargetContext& context);

// A construct that moves data; on the host there is nothing to move. Emits its begin, its maps and its end.
void move_data(Thread& self, events::TargetKind kind, const TargetContext& context, const MapView& maps);

// The same for an engine's device (TargetContext::device): the body hands the construct to the engine, and returns
// when the engine has executed it. Meanwhile the thread waits for the device.
struct DataMotion {
  events::TargetKind kind;
  MapView maps;
  Task::Body body = nullptr;  // null: on the host
  void* data = nullptr;
};
void hand_over_region(Thread& self, const TargetRegion& region, const TargetContext& context);
void hand_over_motion(Thread& self, const DataMotion& motion, const TargetContext& context);

}  // namespace limpid::core
