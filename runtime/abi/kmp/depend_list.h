// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences as LLVM's compilers pass them: two arrays that are valid during the call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "events/events.h"

namespace limpid::abi {

struct KmpDependence {
  uint64_t address;
  uint64_t bytes;
  uint8_t flags;
};
static_assert(sizeof(KmpDependence) == 24, "the compilers' kmp_depend_info");

// Whether the flags are ones that compilers write.
[[nodiscard]] bool is_dependence(const KmpDependence& item);

// The dependence of a single item that names storage, or all memory.
[[nodiscard]] events::Dependence decode_dependence(const KmpDependence& item);

// Decoded for the time of a call. A short list needs no allocation.
class DependList {
 public:
  // The second array holds items that do not overlap others; they are treated like the rest.
  DependList(int32_t count, const KmpDependence* items, int32_t more_count, const KmpDependence* more_items);
  ~DependList();
  DependList(const DependList&) = delete;
  DependList& operator=(const DependList&) = delete;

  [[nodiscard]] const events::Dependence* list() const { return list_; }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  static constexpr size_t kFew = 16;

  void add(const KmpDependence* items, size_t count);

  events::Dependence few_[kFew];
  events::Dependence* list_ = few_;
  uint32_t count_ = 0;
};

}  // namespace limpid::abi
