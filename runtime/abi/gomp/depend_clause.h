// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The depend clause as GCC passes it: an array of pointers that is valid during the call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "events/events.h"

namespace limpid::abi {

// Decoded for the time of a call. A short clause needs no allocation.
//
//   compact   [0] n > 0, [1] number of out and inout, [2 ...] n addresses: out and inout, then in
//   extended  [0] 0, [1] n, [2] number of out and inout, [3] of mutexinoutset, [4] of in, [5 ...] n addresses
//   in that order; what is left over is addresses of omp_depend_t objects.
//   empty     [0] 0, [1] 0: every iterator is empty. The words behind are not initialized.
class DependClause {
 public:
  explicit DependClause(void** array);  // null: no clause
  ~DependClause();
  DependClause(const DependClause&) = delete;
  DependClause& operator=(const DependClause&) = delete;

  [[nodiscard]] const events::Dependence* list() const { return list_; }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  static constexpr uint32_t kFew = 16;

  void decode_compact(void** array);
  void decode_extended(void** array);
  void make_room(size_t count);
  void add(void** addresses, size_t count, events::DependenceKind kind);
  void add_objects(void** objects, size_t count);

  events::Dependence few_[kFew];
  events::Dependence* list_ = few_;
  uint32_t count_ = 0;
};

// The contents of an omp_depend_t object, which the compiler writes inline.
events::Dependence decode_depend_object(const void* object);

}  // namespace limpid::abi
