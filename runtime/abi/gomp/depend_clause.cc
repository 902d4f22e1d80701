// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes GCC's depend clause and depend objects into core's dependences.
#include "abi/gomp/depend_clause.h"

#include <stdlib.h>

#include "base/check.h"

namespace limpid::abi {
namespace {

using events::Dependence;
using events::DependenceKind;

size_t number_at(void** array, size_t index) {
  return reinterpret_cast<size_t>(array[index]);
}

constexpr size_t kCompactHead = 2;
constexpr size_t kExtendedHead = 5;

struct DependObject {
  uint64_t address;
  int64_t kind;
};

DependenceKind decode_kind(int64_t kind) {
  switch (kind) {
    case 1:
      return DependenceKind::in;
    case 2:
      return DependenceKind::out;
    case 3:
      return DependenceKind::inout;
    case 4:
      return DependenceKind::mutexinoutset;
    case 5:
      return DependenceKind::inoutset;
    default:
      base::fatal("an omp_depend_t object that is not initialized or was destroyed (kind %lld)",
                  static_cast<long long>(kind));
  }
}

}  // namespace

// An object without an address is omp_all_memory, in core too.
Dependence decode_depend_object(const void* object) {
  const auto& read = *static_cast<const DependObject*>(object);
  return {read.address, decode_kind(read.kind)};
}

DependClause::DependClause(void** array) {
  if (array != nullptr && number_at(array, 0) != 0) decode_compact(array);
  if (array != nullptr && number_at(array, 0) == 0) decode_extended(array);
}

void DependClause::decode_compact(void** array) {
  const size_t total = number_at(array, 0);
  const size_t out = number_at(array, 1);
  make_room(total);
  add(array + kCompactHead, out, DependenceKind::inout);
  add(array + kCompactHead + out, total - out, DependenceKind::in);
}

void DependClause::decode_extended(void** array) {
  const size_t total = number_at(array, 1);
  if (total == 0) return;
  const size_t out = number_at(array, 2);
  const size_t sets = number_at(array, 3);
  const size_t in = number_at(array, 4);
  make_room(total);
  void** next = array + kExtendedHead;
  add(next, out, DependenceKind::inout);
  add(next += out, sets, DependenceKind::mutexinoutset);
  add(next += sets, in, DependenceKind::in);
  add_objects(next + in, total - out - sets - in);
}

DependClause::~DependClause() {
  if (list_ != few_) free(list_);
}

void DependClause::make_room(size_t count) {
  if (count > kFew) list_ = static_cast<Dependence*>(malloc(count * sizeof(Dependence)));
  if (list_ == nullptr) base::fatal("out of memory for the %zu items of a depend clause", count);
}

void DependClause::add(void** addresses, size_t count, DependenceKind kind) {
  for (size_t i = 0; i < count; ++i) list_[count_++] = {reinterpret_cast<uint64_t>(addresses[i]), kind};
}

void DependClause::add_objects(void** objects, size_t count) {
  for (size_t i = 0; i < count; ++i) list_[count_++] = decode_depend_object(objects[i]);
}

}  // namespace limpid::abi
