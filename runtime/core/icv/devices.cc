// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/icv/devices.h"

namespace limpid::core {

constinit std::atomic<std::int32_t> g_num_devices{0};

}  // namespace limpid::core
