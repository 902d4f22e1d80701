// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the machine takes to bring a word from one processor to another: no runtime can do without.
#pragma once

#include <optional>

namespace bench {

// Nanoseconds from one thread's store until another one that polls has read it, at the moment: half of a round trip
// between the first and the last of the `cpus` processors that the measured programs use, by one word or by a word on a
// line of its own for each thread, with a pause in the loop that polls or without, whichever is the fastest, in the fastest
// of some batches. Takes one or two milliseconds. None if there is one processor only, or if the threads cannot be bound.
// The host of a virtual machine may move its processors: then this changes from one second to the next, by several times.
std::optional<double> transfer_ns(int cpus);

}  // namespace bench
