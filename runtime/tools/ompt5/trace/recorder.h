// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The traces of devices, and which records are written into them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "omp-tools.h"
#include "tools/ompt5/trace/buffer.h"
#include "tools/trace/trace.h"

namespace limpid::tools::ompt5::trace {

// Asks the tool for a buffer on the thread that has a record and no buffer. Gives buffers back on a thread
// that is neither a primary nor a worker thread, as 5.1, 4.5.2.24 demands.
extern const tools::trace::Interface kInterface;

// The trace of one device.
class Recording {
 public:
  tools::trace::Trace trace{kInterface};

  // The number is what the tool's callbacks are told.
  bool start(int32_t device, ompt_callback_buffer_request_t request,
             ompt_callback_buffer_complete_t complete);

  // Which records are written: bits of ompt_callbacks_t for events, of ompt_native_mon_flag_t for native
  // records.
  void enable_events(uint64_t bits, bool on) { set(events_, bits, on); }
  void enable_native(uint32_t flags, bool on) { set(native_, flags, on); }
  bool event_enabled(ompt_callbacks_t event) const {
    return (events_.load(std::memory_order_relaxed) >> event & 1) != 0;
  }
  bool native_enabled(ompt_native_mon_flag_t flag) const {
    return (native_.load(std::memory_order_relaxed) & static_cast<uint32_t>(flag)) != 0;
  }
  // Of the two callbacks of an event: the newer one if both are enabled.
  ompt_callbacks_t enabled_of(ompt_callbacks_t newer, ompt_callbacks_t older) const {
    return event_enabled(newer) ? newer : older;
  }

  void forget_after_fork();

 private:
  template <class Bits>
  static void set(std::atomic<Bits>& word, Bits bits, bool on) {
    if (on)
      word.fetch_or(bits, std::memory_order_relaxed);
    else
      word.fetch_and(~bits, std::memory_order_relaxed);
  }

  std::atomic<uint64_t> events_{0};
  std::atomic<uint32_t> native_{0};
};

extern Recording g_host;  // the host as a device

// Writes one record; see tools::trace::Writing. False if nothing is to be written.
class Writing : tools::trace::Writing {
 public:
  Writing(Recording& recording, ompt_record_t kind, ompt_id_t operation, size_t bytes)
      : tools::trace::Writing(recording.trace, size_of_record(bytes)) {
    if (room() != nullptr) content_ = make_record(room(), kind, operation, bytes);
  }

  explicit operator bool() const { return content_ != nullptr; }
  // The record, zero-filled.
  void* content() const { return content_; }

 private:
  void* content_ = nullptr;
};

}  // namespace limpid::tools::ompt5::trace
