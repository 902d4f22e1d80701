// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "memory.h"

namespace limpid::test {

// Calls every function of the library for all that it finds in the memory, and releases everything. Nothing
// is expected but that each call returns one of the interface's codes.
void call_everything(Memory& memory);

// The greatest of the interface's codes.
extern const int kLastCode;

// True: the call succeeded. Any code that is none ends the fuzzer.
bool ok(int code);

inline constexpr int kMostSteps = 12;  // of chains that garbage makes long

// From a handle to the next and so on. Each is asked (and told whether it is the first), compared with the
// next, and released.
template <class Opaque, class Code, class Ask>
void follow(Opaque* handle, Code (*next)(Opaque*, Opaque**), Code (*compare)(Opaque*, Opaque*, int*),
            Code (*release)(Opaque*), Ask ask) {
  for (int steps = 0; steps < kMostSteps; ++steps) {
    ask(handle, steps == 0);
    Opaque* following = nullptr;
    const bool found = ok(next(handle, &following));
    int order = 0;
    if (found) ok(compare(handle, following, &order));
    ok(release(handle));
    handle = following;
    if (!found) return;
  }
  ok(release(handle));
}

}  // namespace limpid::test
