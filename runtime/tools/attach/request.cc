// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of the request: each change of state.
#include "tools/attach/request.h"

#include "base/check.h"

namespace limpid::tools::attach {

constinit formats::AttachRequest g_request{formats::kAttachVersion, 0, 0, 0, 0, 0, {}, {}, {}};

namespace {

sync::Atomic<uint32_t>& futex_of(uint32_t& field) {
  static_assert(sizeof(sync::Atomic<uint32_t>) == sizeof(uint32_t));
  return reinterpret_cast<sync::Atomic<uint32_t>&>(field);
}

}  // namespace

// Only the thread that attaches moves the state on, so nobody comes between. Whoever sees the new state sees what was
// answered, said and done before it.
void Request::move([[maybe_unused]] AttachState from, AttachState to) {
  LIMPID_DCHECK(state() == from);
  word(g_request.state).store(static_cast<uint32_t>(to), std::memory_order_release);  // [attach.state]
}

// Relaxed: the thread is here because the command set its registers after it had written the request, and the kernel
// orders that.
bool Request::take() {
  auto expected = static_cast<uint32_t>(AttachState::asked);
  return word(g_request.state)
      .compare_exchange_strong(expected, static_cast<uint32_t>(AttachState::starting),
                               std::memory_order_relaxed);
}

void Request::accept() {
  ++g_request.attached;
  word(g_request.answer).store(static_cast<uint32_t>(AttachAnswer::attached), std::memory_order_relaxed);
  move(AttachState::starting, AttachState::attached);
}

void Request::refuse(AttachAnswer answer) {
  LIMPID_DCHECK(answer != AttachAnswer::none && answer != AttachAnswer::attached);
  word(g_request.answer).store(static_cast<uint32_t>(answer), std::memory_order_relaxed);
  move(AttachState::starting, AttachState::idle);
}

bool Request::begin_end() {
  auto expected = static_cast<uint32_t>(AttachState::attached);
  return word(g_request.state)
      .compare_exchange_strong(expected, static_cast<uint32_t>(AttachState::ending),
                               std::memory_order_relaxed);
}

void Request::finish_end() {
  move(AttachState::ending, AttachState::idle);
}

void Request::want_end() {
  end_wanted().store(1, std::memory_order_relaxed);
  sync::futex_wake(futex_of(g_request.end_wanted), sync::kWakeAll);
}

void Request::await_end(int64_t nanoseconds) {
  sync::futex_wait_for(futex_of(g_request.end_wanted), 0, nanoseconds);
}

void Request::reset_after_fork() {
  word(g_request.state).store(static_cast<uint32_t>(AttachState::idle), std::memory_order_relaxed);
  end_wanted().store(0, std::memory_order_relaxed);
}

}  // namespace limpid::tools::attach
