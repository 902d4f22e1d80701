// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host as a device.
#pragma once

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

// ompt_target_get_device_info: the host is the one device.
bool get_device_info(int32_t device_id, const char** type, ompt_target_device_t** device,
                     ompt_function_lookup_t* lookup, const char** documentation);

}  // namespace limpid::tools::ompt2016
