// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of engines, as the runtime's table has them.
#pragma once

#include <stdint.h>

#include "target/reader.h"

namespace limpid::ompd {

struct DeviceDetails {
  uint32_t number = 0;
  bool is_of_llvm = false;
  char type[64] = {};
};

// Reads the first device from `number` on, and moves `number` behind it. unavailable: there is none.
Rc next_device(const Process& process, uint32_t& number, DeviceDetails& details);

}  // namespace limpid::ompd
