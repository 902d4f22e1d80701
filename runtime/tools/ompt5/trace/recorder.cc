// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the tool for and with buffers, and keeps which records it wants.
#include "tools/ompt5/trace/recorder.h"

#include <atomic>

#include "core/icv/devices.h"

namespace limpid::tools::ompt5::trace {
namespace {

using tools::trace::Buffer;
using tools::trace::Callback;

void request_buffer(Callback request, void** address, size_t* bytes) {
  reinterpret_cast<ompt_callback_buffer_request_t>(request)(core::host_device(), address, bytes);
}

// One without a record has 0 bytes.
void complete_buffer(const Buffer& buffer) {
  const auto complete = reinterpret_cast<ompt_callback_buffer_complete_t>(buffer.complete);
  if (buffer.empty())
    complete(core::host_device(), buffer.address, 0, 0, 1);
  else
    complete(core::host_device(), buffer.address, buffer.bytes, buffer.first, 1);
}

constexpr tools::trace::Interface kInterface = {tools::trace::Interface::Asker::recording_thread,
                                                kProposedBuffer, first_record, request_buffer,
                                                complete_buffer};

constinit std::atomic<uint64_t> g_events{0};
constinit std::atomic<uint32_t> g_native{0};

template <class Bits>
void set_bits(std::atomic<Bits>& word, Bits bits, bool on) {
  if (on)
    word.fetch_or(bits, std::memory_order_relaxed);
  else
    word.fetch_and(~bits, std::memory_order_relaxed);
}

}  // namespace

constinit tools::trace::Trace g_trace{kInterface};

bool start(ompt_callback_buffer_request_t request, ompt_callback_buffer_complete_t complete) {
  return g_trace.start(reinterpret_cast<Callback>(request), reinterpret_cast<Callback>(complete));
}

void enable_events(uint64_t bits, bool on) {
  set_bits(g_events, bits, on);
}

void enable_native(uint32_t flags, bool on) {
  set_bits(g_native, flags, on);
}

bool event_enabled(ompt_callbacks_t event) {
  return (g_events.load(std::memory_order_relaxed) >> event & 1) != 0;
}

bool native_enabled(ompt_native_mon_flag_t flag) {
  return (g_native.load(std::memory_order_relaxed) & static_cast<uint32_t>(flag)) != 0;
}

void forget_after_fork() {
  g_trace.forget_after_fork();
  g_events.store(0, std::memory_order_relaxed);
  g_native.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::tools::ompt5::trace
