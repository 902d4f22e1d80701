// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/earlier_tasks.h"

#include "session.h"
#include "task_info.h"

namespace limpid::recorder {

namespace {

constexpr int kLevels = 8;

// All threads of the region come here; one of them numbers it.
uint64_t number_region(ThreadTrace* part, ompt_data_t* parallel) {
  uint64_t seen = __atomic_load_n(&parallel->value, __ATOMIC_RELAXED);
  while (number_of(seen) == 0) {
    const uint64_t numbered = word_of(node_of(seen), part->fresh_number());
    if (__atomic_compare_exchange_n(&parallel->value, &seen, numbered, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return number_of(numbered);
  }
  return number_of(seen);
}

void say(const Session& session, ThreadTrace* part, const TaskInfo& level, int depth) {
  trace::Event e;
  e.kind = trace::EventKind::kImplicitBegin;
  e.id = part->fresh_number();
  e.count = 1;
  if (!level.is_initial() && level.parallel != nullptr) {
    int team = 0;
    ompt_data_t* parallel = nullptr;
    if (session.ompt.get_parallel_info != nullptr) session.ompt.get_parallel_info(depth, &parallel, &team);
    e.other = number_region(part, level.parallel);
    e.number = static_cast<uint32_t>(level.thread_number);
    e.count = parallel == level.parallel ? static_cast<uint64_t>(team) : 0;
  }
  level.task->value = word_of(level.node(), e.id);
  part->put(e);
  part->is_at(level.node());
}

}  // namespace

// Outwards as far as the tasks are this thread's: around an implicit task of another thread than the primary one is a task
// of that one. Explicit tasks that were created unseen stay unknown.
void say_earlier_tasks(const Session& session, ThreadTrace* part) {
  TaskInfo levels[kLevels];
  int known = 0, teams = 0;
  for (; known < kLevels; ++known) {
    levels[known] = task_info(session.ompt, known);
    const TaskInfo& level = levels[known];
    if (!level.known) break;
    if (!level.is_implicit()) continue;
    ++teams;
    if (level.is_initial() || level.thread_number != 0) {
      ++known;
      break;
    }
  }
  for (int n = known; n > 0; --n) {
    const TaskInfo& level = levels[n - 1];
    if (!level.is_implicit() || level.task == nullptr) continue;
    --teams;
    if (number_of(level.task->value) == 0) say(session, part, level, teams);
  }
}

}  // namespace limpid::recorder
