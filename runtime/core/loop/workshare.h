// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::core {

// The worksharing constructs of a team that are under way.
struct WorkshareRing {};

// A member's position in the sequence of worksharing constructs of its region.
struct WorkshareCursor {};

}  // namespace limpid::core
