// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of records in a tool's buffer: record after record, each behind a header of its own.
// Cursors are offsets from the address that the tool gave.
#pragma once

#include <stddef.h>

#include "omp-tools.h"

namespace limpid::tools::ompt5::trace {

// The smallest useful buffer: it holds a header and one small record.
inline constexpr size_t kLeastBuffer = 256;
// The size that the runtime proposes to the tool.
inline constexpr size_t kProposedBuffer = size_t{64} << 10;

// Where records begin in a buffer; 0: it is smaller than kLeastBuffer.
size_t first_record(const void* address, size_t bytes);

// What a record of so many bytes takes in a buffer, with its header.
size_t size_of_record(size_t bytes);

// Makes a record there. Returns its content, zero-filled.
void* make_record(void* room, ompt_record_t kind, ompt_id_t operation, size_t bytes);

// Entry points. They read only the buffer, which is complete, or being completed.
int advance_buffer_cursor(ompt_device_t* device, ompt_buffer_t* buffer, size_t size,
                          ompt_buffer_cursor_t current, ompt_buffer_cursor_t* next);
ompt_record_t get_record_type(ompt_buffer_t* buffer, ompt_buffer_cursor_t current);
ompt_record_ompt_t* get_record_ompt(ompt_buffer_t* buffer, ompt_buffer_cursor_t current);
void* get_record_native(ompt_buffer_t* buffer, ompt_buffer_cursor_t current, ompt_id_t* host_op_id);
ompt_record_abstract_t* get_record_abstract(void* native_record);

}  // namespace limpid::tools::ompt5::trace
