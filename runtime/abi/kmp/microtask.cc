// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the outlined function of a parallel or teams region.
#include "abi/kmp/microtask.h"

#include "abi/kmp/thread_number.h"
#include "core/data/task.h"

namespace limpid::abi {

// The call itself writes the exit frame, as it is the runtime's last frame before the program's code. The
// caller of this function resets it.
void run_microtask(void* data) {
  const auto& call = *static_cast<const MicrotaskCall*>(data);
  core::Thread& self = core::this_thread();
  int32_t global = global_number(self);
  int32_t bound = static_cast<int32_t>(self.index);
  static_assert(sizeof(self.task->frame.exit) == sizeof(void*));
  const platform::VariadicCall words = {
      reinterpret_cast<const void*>(call.code),        &global, &bound, call.words, call.count,
      reinterpret_cast<void**>(&self.task->frame.exit)};
  platform::limpid_call_words(&words);
}

}  // namespace limpid::abi
