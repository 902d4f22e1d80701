// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/depend_objects.h"

#include <stdlib.h>

#include "abi/gomp/depend_clause.h"
#include "base/check.h"

namespace limpid::abi {

DependObjects::DependObjects(int count, void** objects)
    : count_(count > 0 ? static_cast<uint32_t>(count) : 0) {
  if (count_ > kFew) list_ = static_cast<events::Dependence*>(malloc(count_ * sizeof(events::Dependence)));
  if (list_ == nullptr) base::fatal("out of memory for %u dependences", count_);
  for (uint32_t i = 0; i < count_; ++i) list_[i] = decode_depend_object(objects[i]);
}

DependObjects::~DependObjects() {
  if (list_ != few_) free(list_);
}

}  // namespace limpid::abi
