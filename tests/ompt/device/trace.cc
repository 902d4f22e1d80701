// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.h"

#include <stdlib.h>

#include <atomic>
#include <map>
#include <mutex>

#include "device_log.h"

namespace trace {

const char* const kNames[kEntries] = {
    "ompt_get_device_num_procs", "ompt_get_device_time",       "ompt_translate_time",  "ompt_set_trace_ompt",
    "ompt_set_trace_native",     "ompt_start_trace",           "ompt_pause_trace",     "ompt_flush_trace",
    "ompt_stop_trace",           "ompt_advance_buffer_cursor", "ompt_get_record_type", "ompt_get_record_ompt",
    "ompt_get_record_native",    "ompt_get_record_abstract"};

namespace {

std::mutex g_lock;
std::map<void*, void*> g_memory;  // address given -> memory
std::vector<Record> g_records;
size_t g_bytes = 0;
size_t g_offset = 0;
std::atomic<bool> g_refuse{false};
std::atomic<void (*)()> g_in_request{nullptr};
std::atomic<void (*)()> g_in_completion{nullptr};
std::atomic<int> g_requests{0};
std::atomic<int> g_empty{0};
std::atomic<bool> g_by_openmp{false};
std::atomic<size_t> g_proposed{0};

void on_request(int device_num, ompt_buffer_t** buffer, size_t* bytes) {
  ++g_requests;
  g_proposed = *bytes;
  EXPECT_EQ(device_num, 0);
  if (auto action = g_in_request.exchange(nullptr)) action();
  if (g_refuse.exchange(false)) {
    *buffer = nullptr;
    *bytes = 0;
    return;
  }
  char* memory = static_cast<char*>(malloc(g_bytes + g_offset));
  std::lock_guard<std::mutex> guard(g_lock);
  g_memory[memory + g_offset] = memory;
  *buffer = memory + g_offset;
  *bytes = g_bytes;
}

void keep_lists(Record& kept, const ompt_record_ompt_t& record) {
  const auto& map = record.record.target_map;
  if (record.type == ompt_callback_target_map || record.type == ompt_callback_target_map_emi) {
    for (unsigned i = 0; i < map.nitems; ++i)
      kept.text += std::to_string(reinterpret_cast<uintptr_t>(map.host_addr[i])) + "+" +
                   std::to_string(map.bytes[i]) + "/" + std::to_string(map.mapping_flags[i]) + ";";
  }
  if (record.type == ompt_callback_error)
    kept.text.assign(record.record.error.message, record.record.error.length);
  if (record.type == ompt_callback_dispatch && record.record.dispatch.kind >= ompt_dispatch_ws_loop_chunk)
    kept.chunk = *static_cast<ompt_dispatch_chunk_t*>(record.record.dispatch.instance.ptr);
}

Record read(ompt_buffer_t* buffer, ompt_buffer_cursor_t at) {
  const Entries& ask = entries();
  Record kept;
  kept.kind = ask.type(buffer, at);
  if (kept.kind == ompt_record_ompt) {
    kept.ompt = *ask.ompt(buffer, at);
    keep_lists(kept, kept.ompt);
    EXPECT_EQ(ask.native(buffer, at, nullptr) == nullptr, 1);
  } else if (kept.kind == ompt_record_native) {
    kept.native = *ask.abstract(ask.native(buffer, at, &kept.operation));
    EXPECT_EQ(ask.ompt(buffer, at) == nullptr, 1);
  } else {
    EXPECT_EQ(kept.kind, ompt_record_ompt);
  }
  return kept;
}

void on_complete(int device_num, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t begin, int owned) {
  EXPECT_EQ(device_num, 0);
  EXPECT_EQ(owned, 1);
  auto thread_data =
      reinterpret_cast<ompt_get_thread_data_t>(device_log::entry_point("ompt_get_thread_data"));
  if (thread_data() != nullptr) g_by_openmp = true;
  if (auto action = g_in_completion.exchange(nullptr)) action();
  std::vector<Record> records;
  if (bytes == 0) {
    ++g_empty;
  } else {
    EXPECT_EQ(bytes, g_bytes);
    ompt_buffer_cursor_t at = begin;
    do records.push_back(read(buffer, at));
    while (entries().advance(device(), buffer, bytes, at, &at) != 0);
    // Past the end, and where no record begins, there is nothing.
    EXPECT_EQ(entries().type(buffer, at), ompt_record_invalid);
    EXPECT_EQ(entries().type(buffer, begin + 1), ompt_record_invalid);
    EXPECT_EQ(entries().advance(device(), buffer, bytes, at, &at), 0);
  }
  std::lock_guard<std::mutex> guard(g_lock);
  g_records.insert(g_records.end(), records.begin(), records.end());
  auto given = g_memory.find(buffer);
  EXPECT_EQ(given != g_memory.end(), 1);
  if (given == g_memory.end()) return;
  free(given->second);
  g_memory.erase(given);
}

Entries look_up() {
  Entries found;
  auto* functions = reinterpret_cast<ompt_interface_fn_t*>(&found);
  for (int i = 0; i < kEntries; ++i) {
    functions[i] = device_log::device().lookup(kNames[i]);
    EXPECT_EQ(functions[i] != nullptr, 1);
  }
  return found;
}

}  // namespace

const Entries& entries() {
  static const Entries found = look_up();
  return found;
}
ompt_device_t* device() {
  return device_log::device().device;
}

void start(size_t bytes, size_t offset) {
  const ompt_callback_buffer_request_t request = on_request;
  const ompt_callback_buffer_complete_t complete = on_complete;
  g_bytes = bytes;
  g_offset = offset;
  EXPECT_EQ(entries().start(device(), request, complete), 1);
}
void refuse_next() {
  g_refuse = true;
}
void in_request(void (*action)()) {
  g_in_request = action;
}
void in_completion(void (*action)()) {
  g_in_completion = action;
}

std::vector<Record> take() {
  std::lock_guard<std::mutex> guard(g_lock);
  return std::move(g_records);
}
void forget() {
  std::lock_guard<std::mutex> guard(g_lock);
  g_memory.clear();
  g_records.clear();
}
int requests() {
  return g_requests;
}
int outstanding() {
  std::lock_guard<std::mutex> guard(g_lock);
  return static_cast<int>(g_memory.size());
}
int empty() {
  return g_empty;
}
bool delivered_by_openmp() {
  return g_by_openmp;
}
size_t proposed() {
  return g_proposed;
}

}  // namespace trace
