// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments that all GOMP_parallel* entries share.
#pragma once

#include "core/team/region.h"

namespace limpid::abi {

// Decodes the arguments that all GOMP_parallel* entries share. num_threads 0: no clause. The low three bits
// of flags are proc_bind.
core::Region decode_region(void (*body)(void*), void* data, unsigned num_threads, unsigned flags);

}  // namespace limpid::abi
