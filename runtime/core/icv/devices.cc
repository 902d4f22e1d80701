// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of devices of an offload library beside this runtime.
#include "core/icv/devices.h"
#include "sync/atomic.h"

namespace limpid::core {

constinit sync::Atomic<std::int32_t> g_num_devices{0};

}  // namespace limpid::core
