// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the tool for and with buffers, writes records, and walks over them.
#include "tools/ompt2016/trace.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <new>

#include "platform/clock.h"
#include "platform/memory.h"
#include "tools/trace/trace.h"

namespace limpid::tools::ompt2016 {
namespace {

using tools::trace::Buffer;
using tools::trace::Callback;

// A buffer is a row of slots, from the first aligned address in it. While the runtime has it, slot 0 holds the
// engine's header. Afterwards it holds the number of used slots, so that any value of a cursor can be checked.
using Slot = ompt_record_ompt_t;
static_assert(sizeof(Buffer) <= sizeof(Slot) && alignof(Buffer) == alignof(Slot));

struct Contents {
  uint64_t mark;
  size_t used;
};
static_assert(sizeof(Contents) <= sizeof(Slot));
constexpr uint64_t kMark = UINT64_C(0x7364726f636572b1);  // not an address, unlike a header's first word

// A native record in a slot: where the others have the event there is something else.
struct NativeSlot {
  ompt_event_t type;
  ompt_target_id_t operation;
  ompt_record_native_abstract_t abstract;
};
static_assert(sizeof(NativeSlot) <= sizeof(Slot) && offsetof(NativeSlot, type) == offsetof(Slot, type));
constexpr auto kNative = static_cast<ompt_event_t>(0);

constexpr size_t kLeastSlots = 2;
constexpr size_t kProposedBuffer = 0;  // the report has no proposal

Slot* slots_of(const ompt_target_buffer_t* buffer) {
  return reinterpret_cast<Slot*>(tools::trace::header_in(buffer));
}

ompt_target_buffer_cursor_t cursor_of(const ompt_target_buffer_t* buffer, const Slot& slot) {
  return static_cast<ompt_target_buffer_cursor_t>(reinterpret_cast<const char*>(&slot) -
                                                  static_cast<const char*>(buffer));
}

// The cursor of a buffer that is too small for a record is 0.
size_t first_record(const void* address, size_t bytes) {
  const size_t first = cursor_of(address, slots_of(address)[1]);
  return bytes >= first + (kLeastSlots - 1) * sizeof(Slot) ? first : 0;
}

void request_buffer(int32_t device, Callback request, void** address, size_t* bytes) {
  reinterpret_cast<ompt_target_buffer_request_callback_t>(request)(device, address, bytes);
}

void complete_buffer(const Buffer& buffer) {
  if (buffer.first != 0) {
    const Contents contents{kMark, 1 + (buffer.used - buffer.first) / sizeof(Slot)};
    memcpy(slots_of(buffer.address), &contents, sizeof contents);
  }
  const auto complete = reinterpret_cast<ompt_target_buffer_complete_callback_t>(buffer.complete);
  complete(buffer.device, buffer.address, buffer.bytes, buffer.first);
}

// Null if the cursor is not that of a record. A buffer that is too small has no slot 0, and its cursor is 0.
Slot* record_at(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t cursor) {
  if (buffer == nullptr) return nullptr;
  Slot* first = slots_of(buffer);
  const ompt_target_buffer_cursor_t begin = cursor_of(buffer, *first);
  if (cursor < begin + sizeof(Slot) || (cursor - begin) % sizeof(Slot) != 0) return nullptr;
  Contents contents;
  memcpy(&contents, first, sizeof contents);
  const uint64_t index = (cursor - begin) / sizeof(Slot);
  return contents.mark == kMark && index < contents.used ? first + index : nullptr;
}

NativeSlot* native_at(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t cursor) {
  Slot* const slot = record_at(buffer, cursor);
  return slot != nullptr && slot->type == kNative ? reinterpret_cast<NativeSlot*>(slot) : nullptr;
}

}  // namespace

constinit const tools::trace::Interface kInterface = {tools::trace::Interface::Asker::own_thread,
                                                      kProposedBuffer, first_record, request_buffer,
                                                      complete_buffer};

constinit Recording g_host{};

Recording* Recording::make() {
  void* const pages = platform::map_pages(sizeof(Recording));
  return pages != nullptr ? ::new (pages) Recording : nullptr;
}

bool Recording::start(int32_t device, ompt_target_buffer_request_callback_t request,
                      ompt_target_buffer_complete_callback_t complete) {
  return trace.start(device, reinterpret_cast<Callback>(request), reinterpret_cast<Callback>(complete));
}

void Recording::enable(ompt_event_t event, bool on) {
  const uint64_t bit = uint64_t{1} << event;
  if (on)
    wanted_.fetch_or(bit, std::memory_order_relaxed);
  else
    wanted_.fetch_and(~bit, std::memory_order_relaxed);
}

bool Recording::is_enabled(ompt_event_t event) const {
  return (wanted_.load(std::memory_order_relaxed) >> event & 1) != 0;
}

void Recording::write(const ompt_record_ompt_t& record) {
  if (!is_enabled(record.type)) return;
  const tools::trace::Writing writing(trace, sizeof record);
  if (writing.room() != nullptr) memcpy(writing.room(), &record, sizeof record);
}

void Recording::enable_native(uint32_t flags, bool on) {
  if (on)
    wanted_natives_.fetch_or(flags, std::memory_order_relaxed);
  else
    wanted_natives_.fetch_and(~flags, std::memory_order_relaxed);
}

bool Recording::is_native_enabled(uint32_t flags) const {
  return (wanted_natives_.load(std::memory_order_relaxed) & flags) != 0;
}

void Recording::write_native(ompt_native_mon_flags_t kind, ompt_target_id_t operation,
                             const ompt_record_native_abstract_t& record) {
  if (!is_native_enabled(kind)) return;
  const tools::trace::Writing writing(trace, sizeof(Slot));
  const NativeSlot slot = {kNative, operation, record};
  if (writing.room() != nullptr) memcpy(writing.room(), &slot, sizeof slot);
}

void Recording::forget_after_fork() {
  trace.forget_after_fork();
  wanted_natives_.store(0, std::memory_order_relaxed);
  wanted_.store(0, std::memory_order_relaxed);
}

ompt_target_time_t device_time() {
  return static_cast<ompt_target_time_t>(platform::monotonic_ns());
}

bool advance_buffer_cursor(ompt_target_buffer_t* buffer, size_t size, ompt_target_buffer_cursor_t current,
                           ompt_target_buffer_cursor_t* next) {
  if (next == nullptr || record_at(buffer, current) == nullptr) return false;
  const ompt_target_buffer_cursor_t following = current + sizeof(Slot);
  if (following + sizeof(Slot) > size || record_at(buffer, following) == nullptr) return false;
  *next = following;
  return true;
}

ompt_record_type_t get_record_type(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current) {
  if (native_at(buffer, current) != nullptr) return ompt_record_native;
  return record_at(buffer, current) != nullptr ? ompt_record_ompt : ompt_record_invalid;
}

ompt_record_ompt_t* get_record_ompt(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current) {
  return native_at(buffer, current) == nullptr ? record_at(buffer, current) : nullptr;
}

void* get_record_native(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current,
                        ompt_target_id_t* operation) {
  NativeSlot* const slot = native_at(buffer, current);
  if (slot == nullptr) return nullptr;
  if (operation != nullptr) *operation = slot->operation;
  return &slot->abstract;
}

}  // namespace limpid::tools::ompt2016
