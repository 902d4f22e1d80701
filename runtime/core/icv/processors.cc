// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries the system for the processors of the process.
#include "core/icv/processors.h"

#include "core/icv/icv.h"
#include "platform/affinity.h"

namespace limpid::core {

std::uint32_t processors_now() {
  if (global_icvs().places.count > 0) return global_icvs().available_processors;
  platform::CpuSet processors;
  platform::affinity_of_this_thread(processors);
  return processors.count();
}

}  // namespace limpid::core
