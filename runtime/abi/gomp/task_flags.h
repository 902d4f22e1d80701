// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flags argument of GOMP_task and GOMP_taskloop.
#pragma once

#include <stdint.h>

#include "core/data/task.h"

namespace limpid::abi {

// Bits of the flags argument of GOMP_task and GOMP_taskloop.
enum GompTaskFlags : unsigned {
  kGompUntied = 1,
  kGompFinal = 2,
  kGompMergeable = 4,
  kGompDepend = 8,
  kGompPriority = 16,
  kGompUp = 256,         // taskloop: counts up
  kGompGrainsize = 512,  // taskloop: the num_tasks argument is a grain size
  kGompIf = 1024,        // taskloop: value of the if clause
  kGompNogroup = 2048,
  kGompReduction = 4096,
  kGompDetach = 8192,
  kGompStrict = 16384,
};

// The flags of a task that both constructs have.
inline uint32_t decode_task_flags(unsigned flags) {
  static_assert(core::kTaskUntied == kGompUntied << 1 && core::kTaskFinal == kGompFinal << 1 &&
                core::kTaskMergeable == kGompMergeable << 1);
  return (flags & (kGompUntied | kGompFinal | kGompMergeable)) << 1;
}

}  // namespace limpid::abi
