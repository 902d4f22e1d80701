// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::recorder {

// What the delivery of one sampling signal costs the thread that gets it, in ns, without what the handler
// measures itself: the way into the handler and back. `send` sends one to the calling thread, which must be
// one that is not sampled, and which blocks `signal`. A thread on another processor pays for an interrupt
// besides: so this is the least that it can be.
uint64_t measure_delivery(int signal, void (*send)());

}  // namespace limpid::recorder
