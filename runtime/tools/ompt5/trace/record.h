// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One record of an OMPT event.
#pragma once

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "platform/clock.h"
#include "tools/ompt5/inquiry.h"
#include "tools/ompt5/tool.h"
#include "tools/ompt5/trace/recorder.h"

namespace limpid::tools::ompt5::trace {

// A record names an object by its id.
inline ompt_id_t id_of(const core::Team* team) {
  return team != nullptr ? uint64_t{team->head->region.id} : ompt_id_none;
}
inline ompt_id_t id_of(const core::Task* task) {
  return task != nullptr ? task->id : ompt_id_none;
}

inline ompt_device_time_t device_time() {
  return static_cast<ompt_device_time_t>(platform::monotonic_ns());
}

// fill(record, behind) completes the record; behind are `more` bytes that stay with it. It must not wait: the
// trace's lock is held.
template <class Fill>
void write_record(core::Thread& thread, ompt_callbacks_t type, ompt_device_time_t time, size_t more,
                  Fill fill) {
  if (!event_enabled(type)) return;
  CallbackScope scope(thread);  // the tool may be asked for a buffer; its own use of OpenMP is not recorded
  if (!scope) return;
  const ompt_id_t target = target_of(thread);
  Writing writing(ompt_record_ompt, ompt_id_none, sizeof(ompt_record_ompt_t) + more);
  if (!writing) return;
  auto& record = *static_cast<ompt_record_ompt_t*>(writing.content());
  record.type = type;
  record.time = time;
  record.thread_id = thread.identity.id;
  record.target_id = target;
  fill(record.record, static_cast<void*>(&record + 1));
}

template <class Fill>
void write_record(core::Thread& thread, ompt_callbacks_t type, Fill fill) {
  write_record(thread, type, device_time(), 0, [&](auto& record, void*) { fill(record); });
}

// A native record: an interval in which the device did `what`, a name that stays valid.
void write_native(core::Thread& thread, ompt_native_mon_flag_t flag, ompt_id_t operation, const char* what,
                  int64_t began);

}  // namespace limpid::tools::ompt5::trace
