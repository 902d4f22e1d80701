// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ompd_dll_locations: the paths of the OMPD libraries.
#pragma once

namespace limpid::tools::layout {

// Sets ompd_dll_locations and calls ompd_dll_locations_valid. Once per process.
void publish_locations();

}  // namespace limpid::tools::layout
