// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "trace/section.h"

namespace limpid::cli::tracing {

enum class PathKind : uint8_t {
  kWork,
  kRuntime,  // in the runtime, with nobody to wait for
  kWakeUp,   // what was waited for was there already
  kUnknown,
};
std::string_view path_kind_name(PathKind kind);

// What a thread waited in: `barrier`, `taskwait`, ..., `begin of region`.
std::string_view wait_name(PieceKind kind);

// A stretch of the critical path.
struct PathSegment {
  uint32_t thread = kNone;  // kNone: it is not known whose
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  uint16_t construct = kNoConstruct;
  PathKind kind = PathKind::kUnknown;
  PieceKind piece = PieceKind::kUnknown;
};

// Goes back from the end of a section to its begin, always to what was waited for: who came last to a barrier, the
// task that a taskwait waited for, the holder of a lock, the creator of a task. Segments come last first, without
// gaps, so that their lengths add up to the section's.
void walk_path(const Section& section, const std::function<void(const PathSegment&)>& take);

}  // namespace limpid::cli::tracing
