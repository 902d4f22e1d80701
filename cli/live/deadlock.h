// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "live/picture.h"

namespace limpid::cli::live {

// A thread in a cycle, and all that has to stay as it is while it waits there.
struct Stuck {
  uint64_t number = 0;
  int64_t state = 0;
  uint64_t wait_id = 0;
  uint64_t task_id = 0;
  bool operator==(const Stuck&) const = default;
};

// Each waits for the next one, the last for the first. The one with the smallest number stands first.
using Cycle = std::vector<Stuck>;

// The cycles of one picture; of those that share a thread only one. A thread waits for all of its causes, so that one
// cycle stops it for good. The picture's parts may be of different moments: what it shows may never have been.
std::vector<Cycle> cycles(const Picture& picture);

// How often a cycle has to be seen, in a row.
inline constexpr int kReadings = 20;

// Those cycles of `first` that the next kReadings pictures show as well. A program that only contends for locks may show
// a cycle that never was, since a lock changes hands while a picture is taken; but not each time, at moments that have
// nothing to do with it, with the same threads waiting for the same things in the same tasks.
// `read` waits a little, and takes the next picture.
std::vector<Cycle> lasting_cycles(const Picture& first, const std::function<Picture()>& read);

}  // namespace limpid::cli::live
