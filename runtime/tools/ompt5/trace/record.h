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

// What every record has.
struct RecordHead {
  ompt_callbacks_t type;
  ompt_device_time_t time;
  ompt_id_t thread;
  ompt_id_t target;
};

// fill(record, behind) completes the record; behind are `more` bytes that stay with it. It must not wait: the
// trace's lock is held. The tool may be asked for a buffer.
template <class Fill>
void write_into(Recording& recording, const RecordHead& head, size_t more, Fill fill) {
  if (!recording.event_enabled(head.type)) return;
  Writing writing(recording, ompt_record_ompt, ompt_id_none, sizeof(ompt_record_ompt_t) + more);
  if (!writing) return;
  auto& record = *static_cast<ompt_record_ompt_t*>(writing.content());
  record.type = head.type;
  record.time = head.time;
  record.thread_id = head.thread;
  record.target_id = head.target;
  fill(record.record, static_cast<void*>(&record + 1));
}

// On the thread that the record is about, into the host's trace. The tool's own use of OpenMP is not recorded.
template <class Fill>
void write_record(core::Thread& thread, ompt_callbacks_t type, ompt_device_time_t time, size_t more,
                  ompt_id_t target, Fill fill) {
  if (!g_host.event_enabled(type)) return;
  CallbackScope scope(thread);
  if (!scope) return;
  write_into(g_host, {type, time, thread.identity.id, target}, more, fill);
}

template <class Fill>
void write_record(core::Thread& thread, ompt_callbacks_t type, ompt_device_time_t time, size_t more,
                  Fill fill) {
  if (g_host.event_enabled(type)) write_record(thread, type, time, more, target_of(thread), fill);
}

template <class Fill>
void write_record(core::Thread& thread, ompt_callbacks_t type, Fill fill) {
  write_record(thread, type, device_time(), 0, [&](auto& record, void*) { fill(record); });
}

}  // namespace limpid::tools::ompt5::trace
