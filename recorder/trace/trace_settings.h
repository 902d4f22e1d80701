// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::recorder {

struct Settings;

// What the LIMPID_TRACE* variables ask for. Wrong values are named on stderr once, and the default holds.
struct TraceSettings {
  static constexpr uint64_t kDefaultSize = 1ull << 30;

  bool on = false;               // LIMPID_TRACE: on, chunks, off
  bool chunks = false;           // every chunk of a loop too
  uint64_t size = kDefaultSize;  // LIMPID_TRACE_SIZE: limit of the file
  bool recycle = false;          // LIMPID_TRACE_KEEP: a flight recorder
  uint64_t keep_ns = 0;          // so much of the end, if the size allows; 0: as much as the size allows

  void read(const Settings& all);
};

}  // namespace limpid::recorder
