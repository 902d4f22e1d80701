// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the tool as start-up would have, from the library that the request names.
#include "tools/attach/attach.h"

#include <time.h>

#include "tools/attach/attachment.h"
#include "tools/ompt2016/tool.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/attachment.h"
#include "tools/startup/startup.h"

namespace limpid::tools::attach {
namespace {

// Between two looks whether the tool's finalizer has run.
constexpr timespec kPause{0, 50'000};

void publish(const formats::Attachment* attachment) {
  startup::g_attachment.store(attachment, std::memory_order_relaxed);
}

}  // namespace

AttachAnswer start() {
  if (ompt5::active() || ompt2016::g_session.is_open()) return AttachAnswer::other_tool;
  begin_attachment();
  publish(&kAttachment);
  const startup::Interface interfaces[] = {ompt5::interface()};
  const startup::StartInLibrary result = startup::start_tool_in(interfaces, g_request.library);
  // Not whether it is active: the thread that ends the process may be ending it already.
  if (result.started) return AttachAnswer::attached;
  publish(nullptr);
  if (result.problem == nullptr) return AttachAnswer::declined;
  say(result.problem);
  return AttachAnswer::no_tool;
}

void end() {
  if (ompt5::active()) mark_ending();
  ompt5::stop();
  // Another thread may have stopped it: the one that ends the process, or one on which the tool asked for its end.
  while (!ompt5::is_over()) nanosleep(&kPause, nullptr);
  ompt5::allow_restart();
  publish(nullptr);
}

void forget_after_fork() {
  startup::g_attachment.store(nullptr, std::memory_order_relaxed);
  Request::reset_after_fork();
}

}  // namespace limpid::tools::attach
