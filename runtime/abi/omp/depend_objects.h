// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The omp_depend_t objects that an asynchronous routine gets (OpenMP 5.1, section 3.8.7).
#pragma once

#include "core/device/target_task.h"

namespace limpid::abi {

// Decoded for the time of a call. Few objects need no allocation.
//
// The list is an array of the program's omp_depend_t, and each family of compilers has its own: GCC's is 16
// bytes, an address and a kind from 1 to 5; LLVM's is a pointer to an item as in its depend clauses. The
// second word of the list distinguishes them: it is a kind in GCC's, the next pointer in LLVM's. What lies
// behind a single object of LLVM's may look like a kind; then the memory at its pointer decides.
class DependObjects {
 public:
  DependObjects(int count, const void* objects);
  ~DependObjects();
  DependObjects(const DependObjects&) = delete;
  DependObjects& operator=(const DependObjects&) = delete;

  [[nodiscard]] core::TargetSchedule nowait() const { return {list_, count_, true}; }

 private:
  static constexpr uint32_t kFew = 16;

  void decode_gcc(const void* objects);
  void decode_llvm(const void* objects);

  events::Dependence few_[kFew];
  events::Dependence* list_ = few_;
  uint32_t count_;
};

}  // namespace limpid::abi
