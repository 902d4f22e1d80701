// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the tool for and with buffers.
#include "tools/ompt5/trace/recorder.h"

namespace limpid::tools::ompt5::trace {
namespace {

using tools::trace::Buffer;
using tools::trace::Callback;

void request_buffer(int32_t device, Callback request, void** address, size_t* bytes) {
  reinterpret_cast<ompt_callback_buffer_request_t>(request)(device, address, bytes);
}

// One without a record has 0 bytes.
void complete_buffer(const Buffer& buffer) {
  const auto complete = reinterpret_cast<ompt_callback_buffer_complete_t>(buffer.complete);
  if (buffer.empty())
    complete(buffer.device, buffer.address, 0, 0, 1);
  else
    complete(buffer.device, buffer.address, buffer.bytes, buffer.first, 1);
}

}  // namespace

constinit const tools::trace::Interface kInterface = {tools::trace::Interface::Asker::recording_thread,
                                                      kProposedBuffer, first_record, request_buffer,
                                                      complete_buffer};

constinit Recording g_host{};

bool Recording::start(int32_t device, ompt_callback_buffer_request_t request,
                      ompt_callback_buffer_complete_t complete) {
  return trace.start(device, reinterpret_cast<Callback>(request), reinterpret_cast<Callback>(complete));
}

void Recording::forget_after_fork() {
  trace.forget_after_fork();
  events_.store(0, std::memory_order_relaxed);
  native_.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::tools::ompt5::trace
