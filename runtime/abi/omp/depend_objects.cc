// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes the program's omp_depend_t objects, GCC's or LLVM's.
#include "abi/omp/depend_objects.h"

#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

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

// LLVM's compilers put the number of an object's items into one of the same size in front of them. GCC's
// address may be that of the first readable byte, so the kernel reads what is in front of it.
bool leads_to_items(uint64_t address) {
  constexpr uint64_t kMostItems = 1 << 16;
  constexpr uint64_t kLeastAddress = 4096;
  KmpDependence read[2];
  const iovec to{read, sizeof read};
  const iovec from{reinterpret_cast<void*>(address - sizeof(KmpDependence)), sizeof read};
  if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != static_cast<ssize_t>(sizeof read)) return false;
  return read[0].address >= 1 && read[0].address <= kMostItems && is_dependence(read[1]) &&
         (read[1].address >= kLeastAddress || read[1].address == 0);
}

// Only the memory behind a single object of LLVM's can look like a kind.
bool are_of_gcc(const void* objects, uint32_t count) {
  const auto* words = static_cast<const uint64_t*>(objects);
  if (words[1] < kFirstKind || words[1] > kLastKind) return false;
  return count > 1 || !leads_to_items(words[0]);
}

}  // namespace

DependObjects::DependObjects(int count, const void* objects)
    : count_(count > 0 && objects != nullptr ? static_cast<uint32_t>(count) : 0) {
  if (count_ == 0) return;
  if (count_ > kFew) list_ = static_cast<events::Dependence*>(malloc(count_ * sizeof(events::Dependence)));
  if (list_ == nullptr) base::fatal("out of memory for %u dependences", count_);
  if (are_of_gcc(objects, count_))
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
