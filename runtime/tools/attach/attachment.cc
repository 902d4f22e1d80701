// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions behind "limpid_get_attachment".
#include "tools/attach/attachment.h"

#include <stdio.h>

#include "core/team/registry.h"
#include "sync/atomic.h"
#include "tools/attach/request.h"
#include "tools/ompt5/convert.h"

namespace limpid::tools::attach {
namespace {

constinit sync::Atomic<bool> g_ending{false};

void each_thread(void (*visit)(void* data, uint64_t native_id, int type), void* data) {
  // Pairs: g_threads and next with [registry.add], alive with register_thread() and unregister_thread().
  core::Thread* thread = core::g_threads.load(std::memory_order_acquire);
  for (; thread != nullptr; thread = thread->registration.next.load(std::memory_order_acquire)) {
    if (!thread->registration.alive.load(std::memory_order_acquire)) continue;
    // A worker that has just been made writes its own id: until then it is 0.
    const uint64_t native_id = thread->identity.native_id;
    if (native_id != 0) visit(data, native_id, ompt5::thread_type_of(thread->identity.kind));
  }
}

int is_ending() {
  return g_ending.load(std::memory_order_relaxed) ? 1 : 0;
}

}  // namespace

constinit const formats::Attachment kAttachment = {
    sizeof(formats::Attachment), g_request.options, each_thread, say, Request::want_end, is_ending};

void begin_attachment() {
  g_ending.store(false, std::memory_order_relaxed);
  sync::writes_plain(g_request.message);
  g_request.message[0] = '\0';
  sync::writes_plain(g_request.options);
  g_request.options[sizeof g_request.options - 1] = '\0';
  g_request.options[sizeof g_request.options - 2] = '\0';
  sync::writes_plain(g_request.library);
  g_request.library[sizeof g_request.library - 1] = '\0';
}

void mark_ending() {
  g_ending.store(true, std::memory_order_relaxed);
}

void say(const char* text) {
  sync::writes_plain(g_request.message);
  snprintf(g_request.message, sizeof g_request.message, "%s", text);
}

}  // namespace limpid::tools::attach
