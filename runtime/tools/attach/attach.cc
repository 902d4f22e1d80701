// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the tool as start-up would have, from the library that the request names.
#include "tools/attach/attach.h"

#include "tools/attach/attachment.h"
#include "tools/ompt2016/tool.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/attachment.h"
#include "tools/startup/startup.h"

namespace limpid::tools::attach {
namespace {

void publish(const formats::Attachment* attachment) {
  // Pairs with the load in startup::get_attachment().
  startup::g_attachment.store(attachment, std::memory_order_release);
}

}  // namespace

AttachAnswer start() {
  if (ompt5::active() || ompt2016::g_session.is_open()) return AttachAnswer::other_tool;
  begin_attachment();
  publish(&kAttachment);
  const startup::Interface interfaces[] = {ompt5::interface()};
  const char* wrong = startup::start_tool_in(interfaces, g_request.library);
  if (ompt5::active()) return AttachAnswer::attached;
  publish(nullptr);
  if (wrong == nullptr) return AttachAnswer::declined;
  say(wrong);
  return AttachAnswer::no_tool;
}

void end() {
  if (ompt5::active()) mark_ending();
  ompt5::stop();
  ompt5::allow_restart();
  publish(nullptr);
}

void forget_after_fork() {
  startup::g_attachment.store(nullptr, std::memory_order_relaxed);
  Request::reset_after_fork();
}

}  // namespace limpid::tools::attach
