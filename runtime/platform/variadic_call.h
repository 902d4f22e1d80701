// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::platform {

// So many words must be readable behind VariadicCall::words, whatever their count: they fill the processor's
// argument registers.
inline constexpr size_t kRegisterWords = 6;

// A call whose number of arguments is known only now.
struct VariadicCall {
  const void* code;
  const void* first;       // first argument, before the words
  const void* second;      // second argument
  const uintptr_t* words;  // the others, each as wide as a pointer
  uintptr_t count;         // of words; any
  void** frame_pointer;    // set to that of the frame that calls, which is not its lowest word
};

// Calls code(first, second, words...). The frame of this call is what an unwinder finds between the called
// code and the runtime.
extern "C" void limpid_call_words(const VariadicCall* call) __attribute__((visibility("hidden")));

}  // namespace limpid::platform
