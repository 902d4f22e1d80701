// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// distribute, alone and combined with a worksharing loop: iterations go to teams first.
#include "abi/kmp/static_loop.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

// The team's block, and the thread's part of that. upper_of_team becomes the block's upper bound.
template <class T>
[[gnu::always_inline]] inline core::StaticShare<T> share_twice(core::Thread& self, int32_t number,
                                                               const StaticLoop<T>& loop, T* upper_of_team) {
  int32_t in_last_block = 0;
  StaticLoop<T> block = loop;
  block.last = &in_last_block;
  share_loop(teams_of(self), kDistribute, block);
  *upper_of_team = *loop.upper;
  const core::StaticShare<T> share = share_loop(threads_of(self), number, loop);
  if (loop.last != nullptr && !in_last_block) *loop.last = 0;
  return share;
}

// Chunks go to the teams in turn; the caller walks from one to the next itself.
template <class T>
inline void share_among_teams(const StaticLoop<T>& loop) {
  share_loop(teams_of(core::this_thread()), kDistributeChunked, loop);
}

// The body of the entry points, inlined into them: EntryScope notes the addresses of its function.
template <class T>
[[gnu::always_inline]] inline void init(const StaticLoop<T>& loop, T* upper_of_team) {
  core::Thread& self = core::this_thread();
  const int32_t number = decode_schedule(loop.schedule).number;
  const auto share = share_twice<T>(self, number, loop, upper_of_team);
  if (needs_entry_scope(self)) [[unlikely]] {
    core::EntryScope entry(self);
    emit_or_set_up(self, events::WorkKind::loop_static, number, loop.chunk, share);
  }
}

}  // namespace

extern "C" {

void __kmpc_dist_for_static_init_4(const Ident*, int32_t, int32_t schedule, int32_t* last, int32_t* lower,
                                   int32_t* upper, int32_t* upper_of_team, int32_t* stride, int32_t step,
                                   int32_t chunk) {
  init<int32_t>({schedule, last, lower, upper, stride, step, chunk}, upper_of_team);
}

void __kmpc_dist_for_static_init_4u(const Ident*, int32_t, int32_t schedule, int32_t* last, uint32_t* lower,
                                    uint32_t* upper, uint32_t* upper_of_team, int32_t* stride, int32_t step,
                                    int32_t chunk) {
  init<uint32_t>({schedule, last, lower, upper, stride, step, chunk}, upper_of_team);
}

void __kmpc_dist_for_static_init_8(const Ident*, int32_t, int32_t schedule, int32_t* last, int64_t* lower,
                                   int64_t* upper, int64_t* upper_of_team, int64_t* stride, int64_t step,
                                   int64_t chunk) {
  init<int64_t>({schedule, last, lower, upper, stride, step, chunk}, upper_of_team);
}

void __kmpc_dist_for_static_init_8u(const Ident*, int32_t, int32_t schedule, int32_t* last, uint64_t* lower,
                                    uint64_t* upper, uint64_t* upper_of_team, int64_t* stride, int64_t step,
                                    int64_t chunk) {
  init<uint64_t>({schedule, last, lower, upper, stride, step, chunk}, upper_of_team);
}

void __kmpc_team_static_init_4(const Ident*, int32_t, int32_t* last, int32_t* lower, int32_t* upper,
                               int32_t* stride, int32_t step, int32_t chunk) {
  share_among_teams<int32_t>({kDistributeChunked, last, lower, upper, stride, step, chunk});
}

void __kmpc_team_static_init_4u(const Ident*, int32_t, int32_t* last, uint32_t* lower, uint32_t* upper,
                                int32_t* stride, int32_t step, int32_t chunk) {
  share_among_teams<uint32_t>({kDistributeChunked, last, lower, upper, stride, step, chunk});
}

void __kmpc_team_static_init_8(const Ident*, int32_t, int32_t* last, int64_t* lower, int64_t* upper,
                               int64_t* stride, int64_t step, int64_t chunk) {
  share_among_teams<int64_t>({kDistributeChunked, last, lower, upper, stride, step, chunk});
}

void __kmpc_team_static_init_8u(const Ident*, int32_t, int32_t* last, uint64_t* lower, uint64_t* upper,
                                int64_t* stride, int64_t step, int64_t chunk) {
  share_among_teams<uint64_t>({kDistributeChunked, last, lower, upper, stride, step, chunk});
}
}
