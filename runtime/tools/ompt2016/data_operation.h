// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operation on a device's memory, as the report has it.
#pragma once

#include "events/events.h"
#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

struct DataOperation {
  ompt_target_data_op_t type;
  void* host;
  void* device;
};

// The report has no associations: they are left out before.
inline bool is_association(events::DataOp kind) {
  return kind == events::DataOp::associate || kind == events::DataOp::disassociate;
}

inline DataOperation decode(events::DataOp kind, void* source, void* destination) {
  switch (kind) {
    case events::DataOp::allocate:
      return {ompt_target_data_alloc, nullptr, destination};
    case events::DataOp::to_device:
      return {ompt_target_data_transfer_to_dev, source, destination};
    case events::DataOp::from_device:
      return {ompt_target_data_transfer_from_dev, destination, source};
    case events::DataOp::release:
    case events::DataOp::associate:
    case events::DataOp::disassociate:
      break;
  }
  return {ompt_target_data_delete, nullptr, source};
}

}  // namespace limpid::tools::ompt2016
