// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A watcher's thread: tools observe it as an initial thread of its own that waits for devices and runs target
// tasks.
#include "core/team/watcher_thread.h"

#include "core/data/thread.h"
#include "core/task/detach/watcher.h"
#include "core/team/attach.h"
#include "core/team/place_binding.h"

namespace limpid::core {
namespace {

void* run_watcher(void*) {
  Thread& self = this_thread();
  unbind(self);
  serve_as_watcher(self);
  retire_thread(self);
  note_watcher_end();
  return nullptr;
}

}  // namespace

void provide_watcher_threads() {
  set_watcher_main(run_watcher);
}

}  // namespace limpid::core
