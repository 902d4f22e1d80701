// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DataOperation: the events of one operation on device memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/device/construct.h"
#include "events/emit.h"
#include "events/events.h"

namespace limpid::core {

// An operation on device memory: emits its begin and its end.
class DataOperation {
 public:
  // async: the current task is the target task that carries it out.
  struct Spec {
    events::DataOp kind;
    bool async;
    const void* source;
    void* destination;
    std::size_t bytes;
    std::int32_t source_device = kHostItself;
    std::int32_t destination_device = kHostItself;
  };

  DataOperation(Thread& self, const Spec& spec) : self_(self), spec_(spec) {
    if (events::is_observed(events::EventId::target_data_op)) [[unlikely]]
      begin();
  }
  ~DataOperation() {
    if (operation_ != 0) [[unlikely]]
      end();
  }
  DataOperation(const DataOperation&) = delete;
  DataOperation& operator=(const DataOperation&) = delete;

  // For an allocation, once the address is known.
  void set_destination(void* address) { spec_.destination = address; }

 private:
  bool offloaded() const {
    return spec_.source_device != kHostItself || spec_.destination_device != kHostItself;
  }
  void begin();
  void end();
  void state(events::Endpoint endpoint);

  Thread& self_;
  Spec spec_;
  std::uint64_t operation_ = 0;
  std::uint64_t word_ = 0;  // for an operation that is part of no construct
  std::uint64_t target_id_ = 0;
  std::int64_t began_ = 0;
  const void* return_address_ = nullptr;
};

}  // namespace limpid::core
