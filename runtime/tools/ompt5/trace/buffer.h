// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of records in a tool's buffer: a header, then record after record.
// Cursors are offsets from the address that the tool gave.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "omp-tools.h"

namespace limpid::tools::ompt5::trace {

// The header. It lies in the first bytes of a buffer while the tool lends it to the runtime.
struct Buffer {
  ompt_buffer_t* address;  // as the tool gave it, like size
  size_t size;
  size_t used;  // offset from address
  ompt_callback_buffer_complete_t complete;
  Buffer* next;  // in the delivery's queue

  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  bool empty() const;
  ompt_buffer_cursor_t first() const;

  // Space for a record of that many bytes, zero-filled; null if it does not fit.
  void* append(ompt_record_t kind, ompt_id_t operation, size_t bytes);
};

// The smallest useful buffer: it holds a header and one small record.
inline constexpr size_t kLeastBuffer = 256;
// The size that the runtime proposes to the tool.
inline constexpr size_t kProposedBuffer = size_t{64} << 10;

// Makes a buffer of the tool's memory. Null if that is smaller than kLeastBuffer.
Buffer* make_buffer(ompt_buffer_t* address, size_t size, ompt_callback_buffer_complete_t complete);

// Entry points. They read only the buffer, which is complete, or being completed.
int advance_buffer_cursor(ompt_device_t* device, ompt_buffer_t* buffer, size_t size,
                          ompt_buffer_cursor_t current, ompt_buffer_cursor_t* next);
ompt_record_t get_record_type(ompt_buffer_t* buffer, ompt_buffer_cursor_t current);
ompt_record_ompt_t* get_record_ompt(ompt_buffer_t* buffer, ompt_buffer_cursor_t current);
void* get_record_native(ompt_buffer_t* buffer, ompt_buffer_cursor_t current, ompt_id_t* host_op_id);
ompt_record_abstract_t* get_record_abstract(void* native_record);

}  // namespace limpid::tools::ompt5::trace
