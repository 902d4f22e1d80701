// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the traces that run.
#include "tools/ompt5/trace/observing.h"

#include "sync/mutex.h"

namespace limpid::tools::ompt5::trace {
namespace {

constinit events::Observer g_observer{};
constinit sync::Mutex g_lock{};
constinit bool g_running[kHostTrace + 1] = {};  // under the lock, like the next
constinit int g_count = 0;

}  // namespace

void observe(events::EventId event, events::Observer::Handler handler) {
  events::set_handler(g_observer, event, handler);
}

bool begin_observing(int trace) {
  sync::MutexGuard guard(g_lock);
  if (g_running[trace]) return true;
  if (g_count == 0 && !events::add(g_observer)) return false;
  g_running[trace] = true;
  ++g_count;
  return true;
}

void end_observing(int trace) {
  sync::MutexGuard guard(g_lock);
  if (!g_running[trace]) return;
  g_running[trace] = false;
  if (--g_count == 0) events::remove(g_observer);
}

void forget_observing_after_fork() {
  g_lock.reset_after_fork();
  for (bool& running : g_running) running = false;
  g_count = 0;
}

}  // namespace limpid::tools::ompt5::trace
