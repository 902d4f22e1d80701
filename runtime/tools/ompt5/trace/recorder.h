// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of the host, and which records are written into it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "omp-tools.h"
#include "tools/ompt5/trace/buffer.h"
#include "tools/trace/trace.h"

namespace limpid::tools::ompt5::trace {

// Asks the tool for a buffer on the thread that has a record and no buffer. Gives buffers back on a thread
// that is neither a primary nor a worker thread, as 5.1, 4.5.2.24 demands.
extern tools::trace::Trace g_trace;

bool start(ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete);

// Which records are written: bits of ompt_callbacks_t for events, of ompt_native_mon_flag_t for native
// records.
void enable_events(uint64_t bits, bool on);
void enable_native(uint32_t flags, bool on);
bool event_enabled(ompt_callbacks_t event);
bool native_enabled(ompt_native_mon_flag_t flag);

void forget_after_fork();

// Writes one record; see tools::trace::Writing. False if nothing is to be written.
class Writing : tools::trace::Writing {
 public:
  Writing(ompt_record_t kind, ompt_id_t operation, size_t bytes)
      : tools::trace::Writing(g_trace, size_of_record(bytes)) {
    if (room() != nullptr) content_ = make_record(room(), kind, operation, bytes);
  }

  explicit operator bool() const { return content_ != nullptr; }
  // The record, zero-filled.
  void* content() const { return content_; }

 private:
  void* content_ = nullptr;
};

}  // namespace limpid::tools::ompt5::trace
