// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The omp_depend_t objects that an asynchronous routine gets (OpenMP 5.1, section 3.8.7).
#pragma once

#include "core/device/target_task.h"

namespace limpid::abi {

// Decoded for the time of a call. Few objects need no memory.
class DependObjects {
 public:
  DependObjects(int count, void** objects);
  ~DependObjects();
  DependObjects(const DependObjects&) = delete;
  DependObjects& operator=(const DependObjects&) = delete;

  [[nodiscard]] core::TargetSchedule nowait() const { return {list_, count_, true}; }

 private:
  static constexpr uint32_t kFew = 16;

  events::Dependence few_[kFew];
  events::Dependence* list_ = few_;
  uint32_t count_;
};

}  // namespace limpid::abi
