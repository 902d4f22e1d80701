// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code address of an event whose return address is in the runtime.
#include "tools/startup/code_address.h"

#include "core/data/task.h"

namespace limpid::tools::startup {

const void* code_of_outlined_function(const core::Thread& thread, const void* return_address) {
  if (thread.task == nullptr) return return_address;
  const core::Task& task = *thread.task;
  bool is_explicit = task.kind == core::TaskKind::explicit_ || task.kind == core::TaskKind::target;
  // Read from the task, not from the team: when a worker emits the end of its implicit task, the team may
  // describe the next region already.
  const void* code = reinterpret_cast<const void*>(task.body);
  // Tasks of LLVM's compilers have a function of the runtime as their body: the location of their creation
  // stands for it.
  const bool is_runtime_body = is_explicit && is_in_runtime(code);
  if (code != nullptr && !is_runtime_body) return static_cast<const char*>(code) + 1;
  return is_in_runtime(task.created_at) ? nullptr : task.created_at;
}

}  // namespace limpid::tools::startup
