// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that attaches a tool, and how it comes to be: a debugger (`limpid record --pid`) makes one of the program's
// threads call create_attach_thread(), wherever that thread is.
#include "lib/attach.h"

#include <pthread.h>
#include <signal.h>

#include "base/grace.h"
#include "core/team/first_use.h"
#include "lib/startup.h"
#include "platform/clock.h"
#include "platform/injected_call.h"
#include "platform/keeps_errno.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "tools/attach/attach.h"
#include "tools/ompt5/tool.h"

namespace limpid::lib {
namespace {

using tools::attach::AttachAnswer;
using tools::attach::Request;

// For the loader and the recorder's start.
constexpr size_t kStackBytes = 1 << 20;

// So often the thread looks whether the command wants the end: the command cannot wake it.
constexpr int64_t kLookNs = 20'000'000;

void end_tool() {
  if (!Request::begin_end()) return;
  tools::attach::end();
  Request::finish_end();
}

// While the tool is there: until it shall go, or has gone with the program.
void keep_tool() {
  const int64_t began = platform::monotonic_ns();
  const auto limit = static_cast<int64_t>(tools::attach::g_request.limit_ns);
  while (Request::end_wanted().load(std::memory_order_relaxed) == 0 && tools::ompt5::active()) {
    if (limit > 0 && platform::monotonic_ns() - began >= limit) break;
    Request::await_end(kLookNs);
  }
  end_tool();
}

void* attach(void*) {
  pthread_setname_np(pthread_self(), "limpid-attach");
  core::prepare_process();
  start_tools_before_use();
  const AttachAnswer answer = tools::attach::start();
  if (answer != AttachAnswer::attached) {
    Request::refuse(answer);
    return nullptr;
  }
  Request::accept();
  keep_tool();
  return nullptr;
}

// On the interrupted thread, which may be anywhere but in code that pthread_create() needs to be whole: so far the
// debugger has looked. Signals are blocked: a handler of the program's must not run, or jump, from here, and the new
// thread must not get the program's signals.
void create_attach_thread() {
  const platform::KeepsErrno keeps_errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (Request::take() && platform::start_thread(attach, nullptr, kStackBytes) != 0)
    Request::refuse(AttachAnswer::no_thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void await_attachment() {
  const int64_t deadline = platform::monotonic_ns() + base::kGraceNs;
  while (Request::is_between() && platform::monotonic_ns() < deadline) sync::yield();
}

void forget_injected_call() {
  sync::AtomicRef<uint32_t>(limpid_injected_call.busy)
      .store(static_cast<uint32_t>(formats::EntryUse::free), std::memory_order_relaxed);
}

}  // namespace limpid::lib

constinit InjectedCall limpid_injected_call{limpid::lib::create_attach_thread};
