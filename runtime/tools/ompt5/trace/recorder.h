// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether and where a record is written.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "omp-tools.h"
#include "tools/ompt5/trace/buffer.h"

namespace limpid::tools::ompt5::trace {

// start: false if a trace is running already, unless that one has stopped for want of buffers.
bool start(ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete);
// The others: false if no trace was started.
bool pause(bool paused);
bool flush();
bool stop();
// After stop(): until no thread is in the tool's request any more, two seconds at most. A buffer that came of
// it has been sent back.
void await_requests();

// Bits of ompt_callbacks_t whose events are recorded, and ompt_native_mon_flag_t.
void enable_events(uint64_t bits, bool on);
void enable_native(uint32_t flags, bool on);
bool event_enabled(ompt_callbacks_t event);
bool native_enabled(ompt_native_mon_flag_t flag);

void forget_after_fork();

// Writes one record. Holds the recorder while it is there: false if nothing is to be written. Asks the tool
// for a buffer when there is none.
class Writing {
 public:
  Writing(ompt_record_t kind, ompt_id_t operation, size_t bytes);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  explicit operator bool() const { return room_ != nullptr; }
  // bytes of zeros.
  void* room() const { return room_; }

 private:
  void* room_ = nullptr;
};

}  // namespace limpid::tools::ompt5::trace
