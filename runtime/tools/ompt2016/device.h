// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices as the report has them: the host, and those of engines.
#pragma once

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

// ompt_target_get_device_info. False: there is no such device, or its engine has not initialized it yet.
bool get_device_info(int32_t device_id, const char** type, ompt_target_device_t** device,
                     ompt_function_lookup_t* lookup, const char** documentation);

}  // namespace limpid::tools::ompt2016
