// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of a device (report, section 6).
// Operations on its memory, and regions that it runs, become records in the tool's buffers.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "ompt-2016.h"
#include "tools/trace/trace.h"

namespace limpid::tools::ompt2016 {

// The device asks for buffers and gives them back on a thread of its own, which OpenMP does not know (report,
// 6.3).
extern const tools::trace::Interface kInterface;

class Recording {
 public:
  // In memory of its own; null: there is none.
  static Recording* make();

  // Its functions are false if something is not possible at this time. When stop() returns, what was recorded
  // has reached the tool, unless the tool takes more than two seconds. end() waits as long as the tool goes on
  // taking buffers, and none comes afterwards.
  tools::trace::Trace trace{kInterface};

  // The number is what the tool's callbacks are told.
  bool start(int32_t device, ompt_target_buffer_request_callback_t request,
             ompt_target_buffer_complete_callback_t complete);
  // Enables or disables the records of that event.
  void enable(ompt_event_t event, bool on);
  bool is_enabled(ompt_event_t event) const;
  // Writes a record, if such records are wanted. Waits for the tool to give a buffer. Holds no lock while the
  // tool's code runs.
  void write(const ompt_record_ompt_t& record);
  // The same with native records, of the kinds of monitoring in the flags, and of an operation of the host (0: none).
  void enable_native(uint32_t flags, bool on);
  bool is_native_enabled(uint32_t flags) const;  // any of them
  void write_native(ompt_native_mon_flags_t kind, ompt_target_id_t operation,
                    const ompt_record_native_abstract_t& record);
  // In a fork's child: there is no trace.
  void forget_after_fork();

 private:
  std::atomic<uint64_t> wanted_{0};          // bits of ompt_event_t
  std::atomic<uint32_t> wanted_natives_{0};  // ompt_native_mon_flags_t
};

extern Recording g_host;  // the host as a device

// The clock of every device.
ompt_target_time_t device_time();

// Buffers: whole records, one after the other. These functions read only the buffer.
bool advance_buffer_cursor(ompt_target_buffer_t* buffer, size_t size, ompt_target_buffer_cursor_t current,
                           ompt_target_buffer_cursor_t* next);
ompt_record_type_t get_record_type(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current);
ompt_record_ompt_t* get_record_ompt(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current);
// Native records are in the form that the report calls abstract.
void* get_record_native(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current,
                        ompt_target_id_t* operation);

}  // namespace limpid::tools::ompt2016
