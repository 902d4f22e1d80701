// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reserved tasks: allocating, submitting, beginning and releasing them.
#include "core/task/create/reserved.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/check.h"
#include "core/task/create/fill_header.h"
#include "core/task/queue/ready.h"
#include "core/task/run/deferred_completions.h"
#include "core/task/run/finish.h"
#include "core/task/run/run.h"
#include "events/emit.h"
#include "platform/cpu.h"

namespace limpid::core {
namespace {

constexpr size_t kAlign = alignof(Task);

// In front of data outside the block lies a word that points to the task, like the last word of a header.
[[gnu::cold, gnu::noinline]] void place_apart(Task& task, size_t data_size) {
  const size_t bytes = (data_size + 2 * kAlign - 1) / kAlign * kAlign;
  char* memory = static_cast<char*>(aligned_alloc(kAlign, bytes));
  if (memory == nullptr) base::fatal("out of memory for the data of a task (%zu bytes)", data_size);
  task.large_data = memory;
  task.data = memory + kAlign;
  static_cast<Task**>(task.data)[-1] = &task;
}

// If the program calls an undeferred task's code itself, the exit frame is the frame that encountered the
// construct. With an observer it is that frame's pointer, if the frame pointer register certainly held it. It
// did if the chain of saved frame pointers, from the runtime's own frame on, ends at the frame of the runtime
// that called the encountering task's code. Null: it does not. All reads lie between two live frames.
[[gnu::no_sanitize_address, gnu::no_sanitize_thread]] void* frame_pointer_of(const Frame& encountering) {
  constexpr uintptr_t kFarthest = 1 << 18;  // bytes of stack: beyond this it may be another stack
  constexpr int kDeepest = 64;
  const auto entered = reinterpret_cast<uintptr_t>(encountering.enter.load(std::memory_order_relaxed));
  const auto outermost = reinterpret_cast<uintptr_t>(encountering.exit.load(std::memory_order_relaxed));
  auto at = reinterpret_cast<uintptr_t>(platform::current_frame_pointer());
  if (encountering.exit_flags != Frame::kRuntimePointer || outermost - at > kFarthest) return nullptr;
  uintptr_t found = 0;
  for (int depth = 0; depth < kDeepest; ++depth) {
    const uintptr_t below = at;
    at = *reinterpret_cast<const uintptr_t*>(below);
    if (at == outermost) return reinterpret_cast<void*>(found);
    if (at <= below || at > outermost || at % alignof(void*) != 0) return nullptr;
    if (found == 0 && at > entered) found = at;
  }
  return nullptr;
}

}  // namespace

Task& reserve_task(Thread& self, Task::Body body, size_t data_size, uint32_t flags, bool constructed,
                   TaskKind kind) {
  const bool apart = data_size > TaskMemory::kLargestPayload;
  Task& task = *self.memory.allocate(apart ? 0 : data_size);
  task.data = &task + 1;
  if (apart) [[unlikely]]
    place_apart(task, data_size);
  task.body = body;
  task.flags = constructed ? flags | kTaskDestroys : flags;
  task.kind = kind;
  task.data_bytes = static_cast<uint32_t>(data_size);
  task.constructed = constructed;
  if (flags & kTaskDetachable) task.graph.progress.store(0, std::memory_order_relaxed);
  LIMPID_DCHECK(&task_of_data(task.data) == &task);
  return task;
}

void make_detachable(Task& task) {
  task.flags |= kTaskDetachable;
  task.graph.progress.store(0, std::memory_order_relaxed);
}

void release_reserved(Thread& self, Task& task) {
  LIMPID_DCHECK(task.thread.load(std::memory_order_relaxed) == nullptr);  // it was never created
  self.memory.release(&task);
}

template <class A>
void begin_undeferred(Thread& self, Task& task) {
  static constexpr TaskSpec kNoDependences;
  Task& parent = *self.task;
  emit_creation<A>(self, parent, task, task.flags | (parent.flags & kTaskFinal) | kTaskUndeferred,
                   kNoDependences);
  if (task.is(kTaskDetachable)) [[unlikely]] {  // it may be complete later: see run_undeferred
    count_task(self, task);
    note_tasks_used(*self.team);
  }
  report_completions_before(self, task);
  enter_task<A>(self, task, events::TaskSwitch::other);
  task.frame.set_exit_in_program(parent.frame.enter.load(std::memory_order_relaxed));
  if constexpr (A::kEmits) {
    if (void* const pointer = frame_pointer_of(parent.frame); pointer != nullptr)
      task.frame.set_exit_in_program(pointer, Frame::kProgramPointer);
  }
}

template <class A>
void end_undeferred(Thread& self, Task& task) {
  LIMPID_DCHECK(self.task == &task);
  task.frame.clear_exit_in_program();
  leave_task<A>(self, task, working_state(self), self.return_address);
}

template void begin_undeferred<events::Observed>(Thread&, Task&);
template void begin_undeferred<events::Unobserved>(Thread&, Task&);
template void end_undeferred<events::Observed>(Thread&, Task&);
template void end_undeferred<events::Unobserved>(Thread&, Task&);

}  // namespace limpid::core
