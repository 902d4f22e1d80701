// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attaches native threads that the runtime did not start: each becomes an initial thread with its own
// contention group.
#include <pthread.h>

#include <new>

#include "base/check.h"
#include "core/data/root.h"
#include "core/loop/region.h"
#include "core/memory/threadprivate.h"
#include "core/task/detach/in_flight.h"
#include "core/team/after_fork.h"
#include "core/team/attach.h"
#include "core/team/build.h"
#include "core/team/first_use.h"
#include "core/team/place_binding.h"
#include "core/team/pool.h"
#include "core/team/registry.h"
#include "core/team/watcher_thread.h"
#include "events/emit.h"
#include "platform/memory.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constinit pthread_key_t g_exit_key = 0;
constinit sync::Atomic<bool> g_exit_key_made{false};
constinit Thread* g_forked_survivor = nullptr;  // used only by the child's one thread

constinit thread_local bool t_unobserved = false;

constinit sync::Atomic<uint32_t> g_attached{0};  // attached threads that have not ended
constinit sync::Atomic<bool> g_abandoned{false};

void count_attached() {
  g_attached.fetch_add(1, std::memory_order_relaxed);
  if (g_abandoned.exchange(false, std::memory_order_relaxed)) [[unlikely]]
    reopen_pool();
}

// A process whose initial thread has called pthread_exit ends with its last thread. Idle workers must not
// keep it alive, so they end with the last attached thread. While the initial thread lives they stay in the
// pool.
void count_retired() {
  LIMPID_DCHECK(g_attached.load(std::memory_order_relaxed) > 0);
  if (g_attached.fetch_sub(1, std::memory_order_relaxed) != 1) return;
  if (!platform::is_initial_thread() && !platform::initial_thread_has_ended()) return;
  g_abandoned.store(true, std::memory_order_relaxed);
  dismiss_pool_without_waiting();
}

// The parent's tool stored the tool words; they mean nothing to the child's tool.
Thread& go_on_in_child() {
  Thread& self = *g_forked_survivor;
  g_forked_survivor = nullptr;
  self.tools.word = 0;
  self.task->tool_word = 0;
  self.team->region.tool_word = 0;
  t_self = &self;
  start_tools_once(self);
  begin_initial_thread(self);
  return self;
}

void watch_for_exit(Thread& self) {
  // When the main thread returns from main, the process ends: see lib/.
  // The acquire pairs with the release in make_exit_key().
  if (g_exit_key_made.load(std::memory_order_acquire)) pthread_setspecific(g_exit_key, &self);
}

bool is_outside_regions(const Thread& self) {
  return self.tools.began && self.root != nullptr && self.task == &self.root->member.implicit_task;
}

// The last events of an initial thread.
template <class Emit>
void emit_ends(Thread& self, Emit emit) {
  emit(events::ImplicitTask{self, events::Endpoint::end, nullptr, *self.task, 0, 1, true});
  emit(events::ThreadEnd{self});
}

void retire_at_exit(void* thread) {
  retire_thread(*static_cast<Thread*>(thread));
}

}  // namespace

void make_exit_key() {
  if (pthread_key_create(&g_exit_key, retire_at_exit) == 0)
    g_exit_key_made.store(true, std::memory_order_release);  // pairs with the acquire in watch_for_exit()
}

void begin_initial_thread(Thread& self) {
  if (self.tools.began) return;
  self.tools.began = true;
  events::emit<events::ThreadBegin>(self, self.identity.kind);
  events::emit<events::ImplicitTask>(self, events::Endpoint::begin, self.team, *self.task, 1u, 1u, true);
}

void end_initial_thread(Thread& self) {
  if (!is_outside_regions(self)) return;  // exit() inside a region: no end is emitted
  self.tools.began = false;
  end_inlined_constructs(self);
  emit_ends(self, [](const auto& event) { events::emit_event(event); });
}

void emit_end_of_initial_thread(Thread& self, const events::Observer& only) {
  if (self.identity.kind != events::ThreadKind::initial || !is_outside_regions(self)) return;
  if (const auto work = end_of_inlined_construct(self)) events::emit_to(only, *work);
  emit_ends(self, [&](const auto& event) { events::emit_to(only, event); });
}

void count_attached_after_fork(const Thread* survivor) {
  const bool attached = survivor != nullptr && survivor->identity.kind == events::ThreadKind::initial;
  g_attached.store(attached ? 1 : 0, std::memory_order_relaxed);
  g_abandoned.store(false, std::memory_order_relaxed);
}

void keep_unobserved() {
  t_unobserved = true;
}

void forget_until_next_use(Thread& self) {
  LIMPID_DCHECK(g_forked_survivor == nullptr && t_self == &self);
  g_forked_survivor = &self;
  self.tools.began = false;
  t_self = &g_unregistered;
}

Thread& attach_thread() {
  LIMPID_DCHECK(!t_self->known);
  prepare_process();
  provide_watcher_threads();
  if (g_forked_survivor != nullptr && g_forked_survivor->identity.native_id == platform::native_thread_id()) {
    return go_on_in_child();
  }
  Thread* self = register_thread(events::ThreadKind::initial);
  void* memory = self != nullptr ? platform::map_ready_pages(sizeof(Root)) : nullptr;
  if (memory == nullptr) base::fatal("out of memory for a thread that begins to use OpenMP");
  self->identity.native_id = platform::native_thread_id();
  self->identity.native_handle = platform::native_thread_handle();
  self->process_generation = process_generation();
  enter_new_root(*self, *::new (memory) Root);
  LIMPID_DCHECK(has_slot(*self));
  bind_to_first_place(*self, self->root->member);
  if (t_unobserved) self->tools.nesting = ThreadToolData::kOwnedByTool;
  t_self = self;
  count_attached();
  watch_for_exit(*self);
  start_tools_once(*self);
  begin_initial_thread(*self);
  return *self;
}

void retire_thread(Thread& self) {
  Root* root = self.root;
  if (self.member != &root->member) return;  // the thread ends inside a region: its team still needs it
  t_self = &self;  // thread_local storage may already be torn down to its initial value
  if (tasks_in_flight()) [[unlikely]]
    await_own_tasks(self);
  release_teams(root->member);
  end_copies(self);
  end_initial_thread(self);
  self.task = nullptr;
  self.member = nullptr;
  self.team = nullptr;
  t_self = &g_unregistered;
  unregister_thread(self);
  platform::unmap_pages(root, sizeof(Root));
  count_retired();
}

}  // namespace limpid::core
