// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/earlier_tasks.h"

#include "ompt_link.h"
#include "session.h"

namespace limpid::recorder {

namespace {

constexpr int kLevels = 8;

struct Level {
  int flags = 0;
  int thread_number = 0;
  ompt_data_t* task = nullptr;
  ompt_data_t* parallel = nullptr;
  ompt_frame_t* frame = nullptr;
};

bool is_initial(const Level& level) {
  return (level.flags & ompt_task_initial) != 0;
}
bool is_implicit(const Level& level) {
  return is_initial(level) || (level.flags & ompt_task_implicit) != 0;
}

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

void say(const Session& session, ThreadTrace* part, const Level& level, int depth) {
  trace::Event e;
  e.kind = trace::EventKind::kImplicitBegin;
  e.id = part->fresh_number();
  e.count = 1;
  if (!is_initial(level) && level.parallel != nullptr) {
    int team = 0;
    ompt_data_t* parallel = nullptr;
    if (session.ompt.get_parallel_info != nullptr) session.ompt.get_parallel_info(depth, &parallel, &team);
    e.other = number_region(part, level.parallel);
    e.number = static_cast<uint32_t>(level.thread_number);
    e.count = parallel == level.parallel ? static_cast<uint64_t>(team) : 0;
  }
  level.task->value = word_of(node_of(level.task->value), e.id);
  part->put(e);
  part->is_at(node_of(level.task->value));
}

}  // namespace

// Outwards as far as the tasks are this thread's: around an implicit task of another thread than the primary one is a task
// of that one. Explicit tasks that were created unseen stay unknown.
void say_earlier_tasks(const Session& session, ThreadTrace* part) {
  Level levels[kLevels];
  int known = 0, teams = 0;
  for (; known < kLevels; ++known) {
    Level& level = levels[known];
    if (session.ompt.get_task_info(known, &level.flags, &level.task, &level.frame, &level.parallel,
                                   &level.thread_number) != 2)
      break;
    if (!is_implicit(level)) continue;
    ++teams;
    if (is_initial(level) || level.thread_number != 0) {
      ++known;
      break;
    }
  }
  for (int n = known; n > 0; --n) {
    const Level& level = levels[n - 1];
    if (!is_implicit(level) || level.task == nullptr) continue;
    --teams;
    if (number_of(level.task->value) == 0) say(session, part, level, teams);
  }
}

}  // namespace limpid::recorder
