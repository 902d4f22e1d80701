// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of platform/ and lib/ that core calls, for executions of the whole core: threads are the
// model's.
#include <stdlib.h>
#include <string.h>

#include "checker/execution.h"
#include "core/data/team_spin_policy.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"
#include "core/team/attach.h"
#include "core/team/first_use.h"
#include "core/team/pool.h"
#include "core/team/registry.h"
#include "platform/memory.h"
#include "platform/os_thread.h"
#include "platform/processor.h"
#include "sync/atomic.h"
#include "sync/give_way.h"
#include "sync/parting.h"
#include "sync/user_teams.h"
#include "sync/wake_place.h"
#include "whole/program.h"

namespace limpid::platform {
namespace {

// The memory that an execution maps, at the same addresses each time: threads, teams and tasks.
constexpr size_t kPage = 4096;
alignas(kPage) char g_pages[64 << 20];
size_t g_mapped = 0;

}  // namespace

void* map_pages(size_t bytes) {
  bytes = (bytes + kPage - 1) / kPage * kPage;
  if (bytes > sizeof g_pages - g_mapped) return nullptr;
  void* const address = g_pages + g_mapped;
  g_mapped += bytes;
  return address;
}

void* map_ready_pages(size_t bytes) {
  return map_pages(bytes);
}

void unmap_pages(void*, size_t) {}

int start_thread(void* (*entry)(void*), void* argument, size_t) {
  model::Execution::current()->thread([=] {
    core::t_self = &core::g_unregistered;
    entry(argument);
  });
  return 0;
}

size_t default_stack_bytes() {
  return 1 << 20;
}

uint64_t native_thread_handle() {
  return 1;
}

uint64_t native_thread_id() {
  return 1;
}

bool is_initial_thread() {
  return true;
}

bool initial_thread_has_ended() {
  return false;
}

uint32_t current_processor() {
  return 0;
}

}  // namespace limpid::platform

namespace limpid::sync {

// Where a thread runs changes nothing that it does; parting_model.cc and wake_place_model.cc execute the real ones.
void WakePlace::begin_sleep(int64_t) {}
void WakePlace::end_sleep() {}
void WakePlace::avoid_waker(int64_t, const uint64_t&) {}
constinit Atomic<uint32_t> Parting::g_moves{0};
bool Parting::about_to_wait(int64_t) {
  return false;
}
bool Parting::ended_by_yield(int64_t) {
  return false;
}
// What is known of lost turns only decides who runs next, which the model tries in any case; turn_loss_model.cc has its words.
void give_way() {
  yield();
}

}  // namespace limpid::sync

// Memory from the C library counts as written by the thread that allocates it.
extern "C" void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, bytes) != 0) return nullptr;
  model::Execution* const run = model::Execution::current();
  if (run != nullptr) {
    for (size_t at = 0; at < bytes; at += 64) {
      run->forget(static_cast<char*>(memory) + at);
      run->write_plain(static_cast<char*>(memory) + at);
    }
  }
  return memory;
}

// The runtime's short sleeps are yields here.
extern "C" int nanosleep(const timespec*, timespec*) {
  model::Execution::current()->yield();
  return 0;
}

namespace limpid::core {

// Resets core as at the start of a process. The steps for the child of a fork, in which no other thread
// exists, do most of it, also after an execution that failed.
void start_afresh() {
  memset(platform::g_pages, 0, platform::g_mapped);
  platform::g_mapped = 0;
  g_threads.store(nullptr);
  forget_other_threads(nullptr);
  reset_pool_in_child();
  count_attached_after_fork(nullptr);
  sync::UserTeams::restart(0);
  g_next_thread_id = 1;
  g_region_ids.store(1);
  g_task_ids.store(1);
  g_unique_ids.store(1);
}

// Waiting threads sleep at once: polls would add executions, but no new interleaving. No sleep ends by itself but in tests
// of just that: else no wake-up would be missed.
void prepare_process() {
  static bool prepared = false;
  if (prepared) return;
  prepared = true;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  setenv("OMP_PROC_BIND", "false", 1);
  setenv("OMP_CANCELLATION", "true", 1);
  setenv("OMP_MAX_TASK_PRIORITY", "1", 1);
  setenv("LIMPID_WITHOUT", "lone_tasks", 1);
  read_environment();
  prepare_spin_policies();
}

void start_tools_once(Thread&) {}

void prepare_for_workers() {}

}  // namespace limpid::core
