// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/depend_objects.h"

#include <stdlib.h>

#include "abi/gomp/depend_clause.h"
#include "abi/kmp/depend_list.h"
#include "base/check.h"

namespace limpid::abi {
namespace {

struct GccObject {
  uint64_t address;
  uint64_t kind;
};
constexpr uint64_t kFirstKind = 1;
constexpr uint64_t kLastKind = 5;

bool are_of_gcc(const void* objects) {
  const uint64_t second = static_cast<const uint64_t*>(objects)[1];
  return second >= kFirstKind && second <= kLastKind;
}

}  // namespace

DependObjects::DependObjects(int count, const void* objects)
    : count_(count > 0 && objects != nullptr ? static_cast<uint32_t>(count) : 0) {
  if (count_ == 0) return;
  if (count_ > kFew) list_ = static_cast<events::Dependence*>(malloc(count_ * sizeof(events::Dependence)));
  if (list_ == nullptr) base::fatal("out of memory for %u dependences", count_);
  if (are_of_gcc(objects))
    decode_gcc(objects);
  else
    decode_llvm(objects);
}

void DependObjects::decode_gcc(const void* objects) {
  for (uint32_t i = 0; i < count_; ++i)
    list_[i] = decode_depend_object(static_cast<const GccObject*>(objects) + i);
}

void DependObjects::decode_llvm(const void* objects) {
  for (uint32_t i = 0; i < count_; ++i) {
    const KmpDependence* const item = static_cast<const KmpDependence* const*>(objects)[i];
    if (item == nullptr) base::fatal("an omp_depend_t object that is not initialized");
    list_[i] = decode_dependence(*item);
  }
}

DependObjects::~DependObjects() {
  if (list_ != few_) free(list_);
}

}  // namespace limpid::abi
