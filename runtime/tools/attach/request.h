// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The request by which a command outside attaches a tool, as this process sees it.
#pragma once

#include <stdint.h>

#include "attach_request.h"
#include "sync/atomic.h"

namespace limpid::tools::attach {

using formats::AttachAnswer;
using formats::AttachState;

// The command writes it by process_vm_writev(), so all of it may change at any moment: the process reads the strings
// only between take() and the end of the attachment, while the command leaves them alone.
extern formats::AttachRequest g_request;

// The words of the request. The command's store of `asked` comes after what it wrote before: between two processes the
// kernel's copying orders more than any of the orders here, which are for the threads of this one.
class Request {
 public:
  static AttachState state() {
    return static_cast<AttachState>(word(g_request.state).load(std::memory_order_acquire));  // [attach.state]
  }

  // asked, starting: by the thread that the command interrupts. False: there is nothing to take. Async-signal-safe.
  static bool take();
  // starting, attached.
  static void accept();
  // starting, idle.
  static void refuse(AttachAnswer answer);
  // attached, ending. False: another thread is ending it.
  static bool begin_end();
  // ending, idle.
  static void finish_end();

  // Something that keeps the process from ending is under way: starting or ending.
  static bool is_between() {
    const AttachState now = state();
    return now == AttachState::starting || now == AttachState::ending;
  }

  // Orders nothing: the end needs no more than the wish.
  static sync::AtomicRef<uint32_t> end_wanted() { return word(g_request.end_wanted); }
  static void want_end();

  // Sleeps until the end is wanted, or so long. The command cannot wake anybody, so it is not noticed at once.
  static void await_end(int64_t nanoseconds);

  // In a fork's child: nobody is attached. Async-signal-safe.
  static void reset_after_fork();

 private:
  static sync::AtomicRef<uint32_t> word(uint32_t& field) { return sync::AtomicRef<uint32_t>(field); }
  static void move(AttachState from, AttachState to);
};

}  // namespace limpid::tools::attach
