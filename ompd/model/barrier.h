// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The progress of a region's members at the barriers inside it.
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// Numbered as limpid_ompd_barrier_t, which says what they mean.
enum class BarrierProgress : uint8_t { unknown, is_open, is_held, is_full };

// Checks the region first. A member whose state is waiting may have been released already: the arrival counts
// show it.
Rc barrier_progress(const Process& process, const Object& region, BarrierProgress& progress);

}  // namespace limpid::ompd
