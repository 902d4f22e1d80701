// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From core's objects to OMPT's arguments, and the call of the tool.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "events/events.h"
#include "omp-tools.h"
#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/code_address.h"

namespace limpid::tools::ompt5 {

// A tool gets pointers into core's objects: their layout must be OMPT's.
static_assert(sizeof(core::Frame) == sizeof(ompt_frame_t));
static_assert(offsetof(core::Frame, exit) == offsetof(ompt_frame_t, exit_frame));
static_assert(offsetof(core::Frame, enter) == offsetof(ompt_frame_t, enter_frame));
static_assert(offsetof(core::Frame, exit_flags) == offsetof(ompt_frame_t, exit_frame_flags));
static_assert(offsetof(core::Frame, enter_flags) == offsetof(ompt_frame_t, enter_frame_flags));
static_assert(core::Frame::kRuntimePointer == (ompt_frame_runtime | ompt_frame_framepointer));
static_assert(core::Frame::kProgramPointer == (ompt_frame_application | ompt_frame_framepointer));
static_assert(core::Frame::kProgramStack == (ompt_frame_application | ompt_frame_stackaddress));
static_assert(sizeof(ompt_data_t) == sizeof(uint64_t) && alignof(ompt_data_t) == alignof(uint64_t));

inline ompt_data_t* data_of(uint64_t& word) {
  return reinterpret_cast<ompt_data_t*>(&word);
}
inline ompt_data_t* data_of(core::Task& task) {
  return data_of(task.tool_word);
}
inline ompt_data_t* data_of(core::Task* task) {
  return task != nullptr ? data_of(task->tool_word) : nullptr;
}
inline ompt_data_t* data_of(core::Team& team) {
  return data_of(team.head->region.tool_word);
}
inline ompt_data_t* data_of(core::Team* team) {
  return team != nullptr ? data_of(team->head->region.tool_word) : nullptr;
}
inline ompt_frame_t* frame_of(core::Task& task) {
  return reinterpret_cast<ompt_frame_t*>(&task.frame);
}

using startup::code_of;

// Calls the tool if it has registered this callback and may be called now.
template <class Callback, class... Arguments>
void dispatch(core::Thread& thread, ompt_callbacks_t which, Arguments... arguments) {
  Callback function = callback<Callback>(which);
  if (function == nullptr) return;
  CallbackScope scope(thread);
  if (scope) function(arguments...);
}

// The path for frequent events: call(function, event, code) calls the tool, and computes the arguments only
// then. call is a stateless object, so only the address of the event is kept across the call.
template <class Event>
[[gnu::always_inline]] inline const void* code_of(const Event& event) {
  if constexpr (requires { event.return_address; }) return code_of(event.thread, event.return_address);
  return nullptr;
}

template <class Callback, class Event, class Call>
[[gnu::noinline, gnu::cold]] void call_tool_slowly(const Event& event, ompt_callbacks_t which, Call call) {
  Callback function = callback<Callback>(which);
  if (function == nullptr) return;
  CallbackScope scope(event.thread);
  if (scope) call(function, event, code_of(event));
}

template <class Callback, class Event, class Call>
[[gnu::always_inline]] inline void call_tool(const void* what, ompt_callbacks_t which, Call call) {
  static_assert(std::is_empty_v<Call>);
  using startup::QuickCall;
  const Event& event = *static_cast<const Event*>(what);
  if (QuickCall::is_nested(event.thread)) return;
  if (QuickCall::is_unusual(event.thread) || !QuickCall::begin(g_session, event.thread)) [[unlikely]]
    return call_tool_slowly<Callback>(event, which, call);
  const void* code = code_of(event);
  if (Callback function = callback<Callback>(which); function != nullptr) [[likely]]
    call(function, event, code);
  QuickCall::end(event.thread);
}

}  // namespace limpid::tools::ompt5
