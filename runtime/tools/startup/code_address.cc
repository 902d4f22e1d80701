// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code address of an event whose return address is in the runtime.
#include "tools/startup/code_address.h"

#include "core/task/task.h"

namespace limpid::tools::startup {

const void* code_of_outlined_function(const core::Thread& thread, const void* return_address) {
  if (thread.task == nullptr) return return_address;
  const core::Task& task = *thread.task;
  bool is_explicit = task.kind == core::TaskKind::explicit_ || task.kind == core::TaskKind::target;
  // Not from the team: a worker that states the end of its implicit task may find the next region there.
  const void* code = reinterpret_cast<const void*>(task.body);
  // The body of a task that LLVM's compilers made is the entry point's own: the place that created it stands for it.
  const bool is_doors_own = is_explicit && is_in_runtime(code);
  if (code != nullptr && !is_doors_own) return static_cast<const char*>(code) + 1;
  return is_in_runtime(task.created_at) ? nullptr : task.created_at;
}

}  // namespace limpid::tools::startup
