// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_for_static_*: worksharing loops with a static schedule.
#include "abi/kmp/static_loop.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

template <class T>
[[gnu::always_inline]] inline core::StaticShare<T> share_named(core::Thread& self, int32_t number,
                                                               const StaticLoop<T>& loop) {
  return share_loop(is_distribute(number) ? teams_of(self) : threads_of(self), number, loop);
}

// The body of the entry points, inlined into them: EntryScope notes the addresses of its function.
template <class T>
[[gnu::always_inline]] inline void init(const Ident* where, const StaticLoop<T>& loop) {
  core::Thread& self = core::this_thread();
  const int32_t number = decode_schedule(loop.schedule).number;
  const auto share = share_named<T>(self, number, loop);
  if (needs_entry_scope(self)) [[unlikely]] {
    core::EntryScope entry(self);
    emit_or_set_up(self, work_kind(where, number), number, loop.chunk, share);
  }
}

}  // namespace

extern "C" {

void __kmpc_for_static_init_4(const Ident* where, int32_t, int32_t schedule, int32_t* last, int32_t* lower,
                              int32_t* upper, int32_t* stride, int32_t step, int32_t chunk) {
  init<int32_t>(where, {schedule, last, lower, upper, stride, step, chunk});
}

void __kmpc_for_static_init_4u(const Ident* where, int32_t, int32_t schedule, int32_t* last, uint32_t* lower,
                               uint32_t* upper, int32_t* stride, int32_t step, int32_t chunk) {
  init<uint32_t>(where, {schedule, last, lower, upper, stride, step, chunk});
}

void __kmpc_for_static_init_8(const Ident* where, int32_t, int32_t schedule, int32_t* last, int64_t* lower,
                              int64_t* upper, int64_t* stride, int64_t step, int64_t chunk) {
  init<int64_t>(where, {schedule, last, lower, upper, stride, step, chunk});
}

void __kmpc_for_static_init_8u(const Ident* where, int32_t, int32_t schedule, int32_t* last, uint64_t* lower,
                               uint64_t* upper, int64_t* stride, int64_t step, int64_t chunk) {
  init<uint64_t>(where, {schedule, last, lower, upper, stride, step, chunk});
}

void __kmpc_for_static_fini(const Ident* where, int32_t) {
  core::with_observers([where]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    constexpr int32_t kSaysWhat = kIdentWorkLoop | kIdentWorkSections | kIdentWorkDistribute;
    if (where == nullptr || !(where->flags & kSaysWhat)) core::note_construct_end(self);
    if (core::static_work_observed<A>()) [[unlikely]] {
      core::EntryScope entry(self);
      core::end_static_work(self);
    }
  });
}
}
