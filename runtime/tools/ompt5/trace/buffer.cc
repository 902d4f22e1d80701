// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes records, and walks over those of a buffer.
#include "tools/ompt5/trace/buffer.h"

#include <stdint.h>
#include <string.h>

#include "tools/trace/buffer.h"

namespace limpid::tools::ompt5::trace {
namespace {

constexpr size_t kAlign = 16;

struct Record {
  size_t bytes;  // with this header
  ompt_record_t kind;
  ompt_id_t operation;
};

constexpr size_t round_up(size_t bytes) {
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

constexpr size_t kRecordHeader = round_up(sizeof(Record));

size_t offset_of_first(const void* address) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  return round_up(begin + tools::trace::end_of_header(address)) - begin;
}

// Null if the cursor is not the position of a record.
Record* record_at(ompt_buffer_t* address, ompt_buffer_cursor_t cursor) {
  if (address == nullptr) return nullptr;
  const size_t first = offset_of_first(address);
  if (cursor < first || (cursor - first) % kAlign != 0) return nullptr;
  if (cursor >= tools::trace::header_in(address)->used) return nullptr;
  return reinterpret_cast<Record*>(static_cast<char*>(address) + cursor);
}

void* content_of(Record& record) {
  return reinterpret_cast<char*>(&record) + kRecordHeader;
}

void* content_at(ompt_buffer_t* buffer, ompt_buffer_cursor_t cursor, ompt_record_t kind) {
  Record* record = record_at(buffer, cursor);
  return record != nullptr && record->kind == kind ? content_of(*record) : nullptr;
}

}  // namespace

size_t first_record(const void* address, size_t bytes) {
  return bytes >= kLeastBuffer ? offset_of_first(address) : 0;
}

size_t size_of_record(size_t bytes) {
  return kRecordHeader + round_up(bytes);
}

void* make_record(void* room, ompt_record_t kind, ompt_id_t operation, size_t bytes) {
  auto* record = static_cast<Record*>(room);
  *record = {size_of_record(bytes), kind, operation};
  return memset(content_of(*record), 0, bytes);
}

int advance_buffer_cursor(ompt_device_t*, ompt_buffer_t* buffer, size_t size, ompt_buffer_cursor_t current,
                          ompt_buffer_cursor_t* next) {
  const Record* record = record_at(buffer, current);
  if (record == nullptr) return 0;
  const ompt_buffer_cursor_t after = current + record->bytes;
  if (next != nullptr) *next = after;
  return after < size && record_at(buffer, after) != nullptr ? 1 : 0;
}

ompt_record_t get_record_type(ompt_buffer_t* buffer, ompt_buffer_cursor_t current) {
  const Record* record = record_at(buffer, current);
  return record != nullptr ? record->kind : ompt_record_invalid;
}

ompt_record_ompt_t* get_record_ompt(ompt_buffer_t* buffer, ompt_buffer_cursor_t current) {
  return static_cast<ompt_record_ompt_t*>(content_at(buffer, current, ompt_record_ompt));
}

void* get_record_native(ompt_buffer_t* buffer, ompt_buffer_cursor_t current, ompt_id_t* host_op_id) {
  void* native = content_at(buffer, current, ompt_record_native);
  if (native != nullptr && host_op_id != nullptr) *host_op_id = record_at(buffer, current)->operation;
  return native;
}

// The device's native records have the portable form already.
ompt_record_abstract_t* get_record_abstract(void* native_record) {
  return static_cast<ompt_record_abstract_t*>(native_record);
}

}  // namespace limpid::tools::ompt5::trace
