// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pthread_create() (also std::thread's), as a program calls it while the recorder is preloaded: so threads that
// never use OpenMP are sampled from their first instruction to their last. The OpenMP runtime's own threads
// are none of these: it announces them.
#include <cstdlib>

#include <pthread.h>

#include "sample/real_functions.h"
#include "sample/signal_mask.h"
#include "sample/thread_registry.h"
#include "session.h"

namespace limpid::recorder {

namespace {

using Routine = void* (*)(void*);

// What the new thread has to know; on the heap, since its creator does not wait for it.
struct Start {
  Routine routine;
  void* argument;
  SignalBits held_open;  // a mask is inherited, and what the program believes of it
};

// Below this a stack that the C library provides gets room for the samples.
constexpr size_t kEnough = 256 << 10;
constexpr size_t kRoom = 48 << 10;

// The key whose destructor runs when a thread ends, in whatever way.
pthread_key_t g_end_key;
bool g_have_end_key = false;
char g_first, g_second;

// Once more after the destructors of others, which may still use OpenMP.
void thread_ends(void* turn) {
  if (turn != &g_second) {
    pthread_setspecific(g_end_key, &g_second);
    return;
  }
  if (ThreadSlot* slot = ThreadRegistry::current()) restore_mask(slot);
  Session::get().threads.detach();
}

[[gnu::constructor(101)]] void make_end_key() {
  g_have_end_key = pthread_key_create(&g_end_key, &thread_ends) == 0;
}

void attach_as_outsider(const Start& start) {
  Session& session = Session::get();
  if (!session.active()) return;
  const NodeId root = session.nodes.child(kProgramNode, profile::NodeKind::kThread,
                                          reinterpret_cast<uint64_t>(start.routine));
  ThreadSlot* slot = session.threads.attach(profile::ThreadType::kOther, now_ns(), root);
  if (slot == nullptr) return;
  session.sampler.thread_begins();
  slot->held_open.store(start.held_open, std::memory_order_relaxed);
  open_mask(session.signal, slot);
  pthread_setspecific(g_end_key, &g_first);
}

// Ends with a jump, so that the thread's stack begins with its own routine.
void* begin_thread(void* given) {
  auto* on_heap = static_cast<Start*>(given);
  const Start start = *on_heap;
  std::free(on_heap);
  attach_as_outsider(start);
  return start.routine(start.argument);
}

bool called_by_runtime(const void* caller) {
  Session& session = Session::get();
  const ModuleTable::Reader modules(session.modules);
  return modules.map() != nullptr && modules.map()->in_runtime(reinterpret_cast<uint64_t>(caller) - 1);
}

// The attributes with room for the samples, where the program did not bring a stack of its own.
const pthread_attr_t* with_room(const pthread_attr_t* attributes, pthread_attr_t* copy) {
  void* low = nullptr;
  size_t bytes = 0;
  if (attributes == nullptr || pthread_attr_getstack(attributes, &low, &bytes) != 0) return attributes;
  const bool own_stack = reinterpret_cast<uint64_t>(low) + bytes != 0;
  if (own_stack || bytes >= kEnough) return attributes;
  *copy = *attributes;  // never destroyed: it shares what the original owns
  return pthread_attr_setstacksize(copy, bytes + kRoom) == 0 ? copy : attributes;
}

int create(pthread_t* thread, const pthread_attr_t* attributes, Routine routine, void* argument) {
  auto* start = static_cast<Start*>(std::malloc(sizeof(Start)));
  if (start == nullptr) return real::pthread_create(thread, attributes, routine, argument);
  const ThreadSlot* creator = ThreadRegistry::current();
  *start = {routine, argument, creator == nullptr ? 0 : creator->held_open.load(std::memory_order_relaxed)};
  pthread_attr_t copy;
  const int failed = real::pthread_create(thread, with_room(attributes, &copy), &begin_thread, start);
  if (failed != 0) std::free(start);
  return failed;
}

// A thread of the runtime's, which will announce it: it inherits the mask that its creator believes to have, so that
// open_mask() finds there what it has to keep open.
int create_for_runtime(pthread_t* thread, const pthread_attr_t* attributes, Routine routine, void* argument) {
  ThreadSlot* creator = ThreadRegistry::current();
  if (creator == nullptr) return real::pthread_create(thread, attributes, routine, argument);
  restore_mask(creator);
  const int failed = real::pthread_create(thread, attributes, routine, argument);
  open_mask(Session::get().signal, creator);
  return failed;
}

}  // namespace

}  // namespace limpid::recorder

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             void* (*routine)(void*),
                                                             void* argument) noexcept {
  using namespace limpid::recorder;
  if (!Session::get().active() || !g_have_end_key)
    return real::pthread_create(thread, attributes, routine, argument);
  return called_by_runtime(__builtin_return_address(0))
             ? create_for_runtime(thread, attributes, routine, argument)
             : create(thread, attributes, routine, argument);
}
