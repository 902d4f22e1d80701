// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recorder: it decides whether and where a record is written.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "omp-tools.h"
#include "tools/ompt5/trace/buffer.h"

namespace limpid::tools::ompt5::trace {

// False if a trace is running, unless it has stopped for lack of buffers.
bool start(ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete);
// False if no trace was started.
bool pause(bool paused);
bool flush();
bool stop();
// After stop(): waits until no thread is in the tool's request, two seconds at most. The buffer from the
// request has then been sent back.
void await_requests();

// Which records are written: bits of ompt_callbacks_t for events, of ompt_native_mon_flag_t for native
// records.
void enable_events(uint64_t bits, bool on);
void enable_native(uint32_t flags, bool on);
bool event_enabled(ompt_callbacks_t event);
bool native_enabled(ompt_native_mon_flag_t flag);

void forget_after_fork();

// Writes one record. Holds the recorder's lock during its life. False if nothing is to be written. Asks the
// tool for a buffer when there is none.
class Writing {
 public:
  Writing(ompt_record_t kind, ompt_id_t operation, size_t bytes);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  explicit operator bool() const { return room_ != nullptr; }
  // The space for the record, zero-filled.
  void* room() const { return room_; }

 private:
  void* room_ = nullptr;
};

}  // namespace limpid::tools::ompt5::trace
