// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outlined function of a region.
// It takes the addresses of two thread numbers and then any number of words.
#pragma once

#include <stdint.h>

#include "core/data/thread.h"
#include "platform/variadic_call.h"

namespace limpid::abi {

using Microtask = void (*)(int32_t* global_number, int32_t* bound_number, ...);

// A region's function, with its words right behind this head: in most regions a worker reads one cache line
// to start. It is in the frame of the call that forked: the leader waits there until all members are done.
struct alignas(64) MicrotaskCall {
  Microtask code;
  uintptr_t count;
  uintptr_t words[1];  // count of them, and room for at least kRegisterWords

  size_t bytes() const { return offsetof(MicrotaskCall, words) + count * sizeof(uintptr_t); }

  // Bytes of memory for a call with that many words.
  static constexpr size_t bytes_for(size_t count) {
    const size_t room = count > platform::kRegisterWords ? count : platform::kRegisterWords;
    return offsetof(MicrotaskCall, words) + room * sizeof(uintptr_t);
  }
};

// core::Task::Body of every region: call is a MicrotaskCall. The function's second number is that of the
// thread in its team.
void run_microtask(void* call);

}  // namespace limpid::abi
