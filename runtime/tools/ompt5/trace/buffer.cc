// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Appends records to a buffer, and walks over them.
#include "tools/ompt5/trace/buffer.h"

#include <string.h>

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

// The header of a buffer: at the first aligned address in it.
Buffer* header_of(ompt_buffer_t* address) {
  return reinterpret_cast<Buffer*>(round_up(reinterpret_cast<uintptr_t>(address)));
}

size_t offset_of_first(const Buffer& buffer) {
  const auto begin = reinterpret_cast<uintptr_t>(&buffer) + round_up(sizeof(Buffer));
  return begin - reinterpret_cast<uintptr_t>(buffer.address);
}

// Null if the cursor is not the position of a record.
Record* record_at(ompt_buffer_t* address, ompt_buffer_cursor_t cursor) {
  if (address == nullptr) return nullptr;
  const Buffer& buffer = *header_of(address);
  if (cursor < offset_of_first(buffer) || cursor >= buffer.used || cursor % kAlign != buffer.first() % kAlign)
    return nullptr;
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

bool Buffer::empty() const {
  return used == offset_of_first(*this);
}

ompt_buffer_cursor_t Buffer::first() const {
  return offset_of_first(*this);
}

void* Buffer::append(ompt_record_t kind, ompt_id_t operation, size_t bytes) {
  const size_t whole = kRecordHeader + round_up(bytes);
  if (whole > size - used) return nullptr;
  auto* record = reinterpret_cast<Record*>(static_cast<char*>(address) + used);
  *record = {whole, kind, operation};
  used += whole;
  return memset(content_of(*record), 0, bytes);
}

Buffer* make_buffer(ompt_buffer_t* address, size_t size, ompt_callback_buffer_complete_t complete) {
  if (address == nullptr || size < kLeastBuffer) return nullptr;
  Buffer* buffer = header_of(address);
  buffer->address = address;
  buffer->size = size;
  buffer->complete = complete;
  buffer->next = nullptr;
  buffer->used = offset_of_first(*buffer);
  return buffer;
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
