// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of threadprivate memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::policy {

// Sizes, not speed: a program has few threadprivate variables, and looks each up once for each access.
inline constexpr std::size_t kThreadprivateBuckets = 256;
inline constexpr std::uint32_t kThreadprivateGrowth = 32;  // entries by which a thread's table grows

}  // namespace limpid::policy
