// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes LLVM's lists of dependences into core's.
#include "abi/kmp/depend_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

namespace limpid::abi {
namespace {

using events::DependenceKind;

enum KmpDependFlags : uint8_t { kIn = 1, kOut = 2, kMutexInOutSet = 4, kInOutSet = 8, kAllMemory = 0x80 };
constexpr uint64_t kAllAddresses = UINT64_MAX;

size_t number(int32_t count) {
  return count > 0 ? static_cast<size_t>(count) : 0;
}

DependenceKind decode_kind(uint8_t flags) {
  switch (flags) {
    case kIn:
      return DependenceKind::in;
    case kOut:
      return DependenceKind::out;
    case kIn | kOut:
      return DependenceKind::inout;  // also for out: compilers do not distinguish them
    case kMutexInOutSet:
      return DependenceKind::mutexinoutset;
    case kInOutSet:
      return DependenceKind::inoutset;
    default:
      base::fatal("a dependence of unknown kind (flags 0x%x): an omp_depend_t object that was destroyed?",
                  static_cast<unsigned>(flags));
  }
}

}  // namespace

bool is_dependence(const KmpDependence& item) {
  constexpr uint8_t kKnown[] = {kIn, kOut, kIn | kOut, kMutexInOutSet, kInOutSet, kAllMemory};
  return memchr(kKnown, item.flags, sizeof kKnown) != nullptr;
}

// Variable 0 is omp_all_memory in core. Compilers have two ways to pass it, a flag and the last address.
// Neither distinguishes out from inout; for LLVM's tools it is out.
events::Dependence decode_dependence(const KmpDependence& item) {
  if ((item.flags & kAllMemory) || item.address == kAllAddresses) return {0, DependenceKind::out};
  return {item.address, decode_kind(item.flags)};
}

DependList::DependList(int32_t count, const KmpDependence* items, int32_t more_count,
                       const KmpDependence* more_items) {
  const size_t total = number(count) + number(more_count);
  if (total > kFew) list_ = static_cast<events::Dependence*>(malloc(total * sizeof(events::Dependence)));
  if (list_ == nullptr) base::fatal("out of memory for the %zu items of a depend clause", total);
  add(items, number(count));
  add(more_items, number(more_count));
}

DependList::~DependList() {
  if (list_ != few_) free(list_);
}

// A null pointer in the program's list names no storage.
void DependList::add(const KmpDependence* items, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if ((items[i].flags & kAllMemory) || items[i].address != 0) list_[count_++] = decode_dependence(items[i]);
  }
}

}  // namespace limpid::abi
