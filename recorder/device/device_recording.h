// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <omp-tools.h>

#include "context/node_table.h"

namespace limpid::recorder {

// The devices of offload engines, by the traces that the runtime keeps of them: what each did for which
// construct. The host is not one of them: its threads are sampled.
//
// Before anything else, in the tool's initializer.
void find_devices(ompt_function_lookup_t lookup);

// The callback of device_initialize: starts to trace the device, if it can be measured.
void on_device_initialize(int number, const char* type, ompt_device_t* device, ompt_function_lookup_t lookup,
                          const char* documentation);

// Some device is traced: constructs need a context.
bool devices_are_traced();

// A device that an engine has initialized, and not the host. Signal-safe.
bool is_engine_device(int number);

// The host spent this time in a construct for that device, and waited for it.
void add_construct(NodeId node, int device, uint64_t ns);

}  // namespace limpid::recorder
