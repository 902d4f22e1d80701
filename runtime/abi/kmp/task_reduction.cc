// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_taskred_* and __kmpc_task_reduction_*: task reductions.
#include <stdlib.h>

#include "abi/kmp/ident.h"
#include "base/check.h"
#include "core/data/entry.h"
#include "core/reduce/managed_reductions.h"

using namespace limpid;
using abi::Ident;
using core::ReductionItem;

namespace limpid::abi {
namespace {

// A list item as the compiler describes it.
struct Item {
  void* shared;
  void* original;
  size_t size;
  void (*init)(void* copy, void* original);
  void (*destroy)(void* copy);
  void (*combine)(void* into, void* from);
  uint32_t flags;  // whether copies should be made late; they cost nothing before they are used anyway
};
static_assert(sizeof(Item) == 56, "the compilers' kmp_taskred_input");

// The form of compilers before Clang 10: init takes only the copy, and ignores a second argument.
struct OldItem {
  void* shared;
  size_t size;
  void (*init)(void* copy, void* original);
  void (*destroy)(void* copy);
  void (*combine)(void* into, void* from);
  uint32_t flags;
};
static_assert(sizeof(OldItem) == 48, "the compilers' kmp_task_red_input");

ReductionItem decode(const Item& item) {
  return {item.shared,
          item.original != nullptr ? item.original : item.shared,
          item.size,
          item.init,
          item.destroy,
          item.combine,
          0};
}

ReductionItem decode(const OldItem& item) {
  return {item.shared, item.shared, item.size, item.init, item.destroy, item.combine, 0};
}

// Decoded for the time of a call. A short list needs no allocation.
class ItemList {
 public:
  template <class Any>
  ItemList(int32_t count, const Any* items) : count_(count > 0 ? static_cast<uint32_t>(count) : 0) {
    if (count_ > kFew) list_ = static_cast<ReductionItem*>(malloc(count_ * sizeof(ReductionItem)));
    if (list_ == nullptr) base::fatal("out of memory for %u items of a task reduction", count_);
    for (uint32_t i = 0; i < count_; ++i) list_[i] = decode(items[i]);
  }
  ~ItemList() {
    if (list_ != few_) free(list_);
  }
  ItemList(const ItemList&) = delete;
  ItemList& operator=(const ItemList&) = delete;

  [[nodiscard]] const ReductionItem* list() const { return list_; }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  static constexpr uint32_t kFew = 8;

  ReductionItem few_[kFew];
  ReductionItem* list_ = few_;
  uint32_t count_;
};

core::ReductionScope scope_of(int32_t is_workshare) {
  return is_workshare != 0 ? core::ReductionScope::workshare : core::ReductionScope::region;
}

}  // namespace
}  // namespace limpid::abi

extern "C" {

// Returns a handle for __kmpc_task_reduction_get_th_data: the group.
core::TaskGroup* __kmpc_taskred_init(int32_t, int32_t count, const abi::Item* items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const abi::ItemList decoded(count, items);
  return &core::begin_group_reductions(self, decoded.list(), decoded.count());
}

core::TaskGroup* __kmpc_task_reduction_init(int32_t, int32_t count, const abi::OldItem* items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const abi::ItemList decoded(count, items);
  return &core::begin_group_reductions(self, decoded.list(), decoded.count());
}

core::TaskGroup* __kmpc_taskred_modifier_init(const Ident*, int32_t, int32_t is_workshare, int32_t count,
                                              const abi::Item* items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const abi::ItemList decoded(count, items);
  return &core::begin_team_reductions(self, abi::scope_of(is_workshare), decoded.list(), decoded.count());
}

core::TaskGroup* __kmpc_task_reduction_modifier_init(const Ident*, int32_t, int32_t is_workshare,
                                                     int32_t count, const abi::OldItem* items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const abi::ItemList decoded(count, items);
  return &core::begin_team_reductions(self, abi::scope_of(is_workshare), decoded.list(), decoded.count());
}

void __kmpc_task_reduction_modifier_fini(const Ident*, int32_t, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::end_taskgroup(self);
}

void* __kmpc_task_reduction_get_th_data(int32_t, const core::TaskGroup* group, void* address) {
  return core::find_managed_copy(core::this_thread(), group, address);
}
}
