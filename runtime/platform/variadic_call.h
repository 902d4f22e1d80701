// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of functions with a number of arguments that is known only at run time.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::platform {

// At least this many words must be readable at VariadicCall::words, whatever the count: the call loads all
// argument registers.
inline constexpr size_t kRegisterWords = 6;

// The description of one call.
struct VariadicCall {
  const void* code;
  const void* first;       // first argument, before the words
  const void* second;      // second argument
  const uintptr_t* words;  // the others, each as wide as a pointer
  uintptr_t count;         // of words; any
  void** frame_pointer;    // receives the calling frame's frame pointer, which is not its lowest word
};

// Calls code(first, second, words...). An unwinder finds the frame of this function between the called code
// and the runtime.
extern "C" void limpid_call_words(const VariadicCall* call) __attribute__((visibility("hidden")));

}  // namespace limpid::platform
