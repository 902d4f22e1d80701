// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From core's objects to the interface's arguments, and the call of the tool.
#pragma once

#include <stddef.h>

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "events/events.h"
#include "ompt-2016.h"
#include "tools/ompt2016/callbacks.h"
#include "tools/ompt2016/tool.h"
#include "tools/startup/code_address.h"

namespace limpid::tools::ompt2016 {

// A tool gets pointers into core's objects: they must begin like the interface's struct.
static_assert(offsetof(core::Frame, exit) == offsetof(ompt_frame_t, exit_frame));
static_assert(offsetof(core::Frame, enter) == offsetof(ompt_frame_t, enter_frame));

inline ompt_frame_t* frame_of(core::Task& task) {
  return reinterpret_cast<ompt_frame_t*>(&task.frame);
}

inline ompt_scope_endpoint_t endpoint_of(events::Endpoint endpoint) {
  return endpoint == events::Endpoint::begin ? ompt_scope_begin : ompt_scope_end;
}

// The parallel region whose code the team runs. An initial team has none.
inline ompt_parallel_id_t region_of(const core::Team* team) {
  while (team != nullptr && team->nesting.level == 0) team = team->nesting.parent;
  return team != nullptr ? uint64_t{team->region.id} : uint64_t{ompt_parallel_id_none};
}

// The same for a task's events; team is null if its region may have ended.
inline ompt_parallel_id_t region_of(const core::Team* team, const core::Task& task) {
  return team != nullptr ? region_of(team) : task.tool_word;
}

template <class Event>
const void* code_of(const Event& event) {
  return startup::code_of(event.thread, event.return_address);
}

// Calls the tool if it has registered this callback and may be called now.
template <class Callback, class... Arguments>
void dispatch(core::Thread& thread, ompt_event_t event, Arguments... arguments) {
  Callback function = callback<Callback>(event);
  if (function == nullptr) return;
  startup::Call call(g_session, thread);
  if (call) function(arguments...);
}

}  // namespace limpid::tools::ompt2016
