// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_dispatch_*: loops whose chunks the runtime hands out.
#include "abi/kmp/dispatch.h"

using namespace limpid;
using namespace limpid::abi;

extern "C" {

void __kmpc_dispatch_init_4(const Ident*, int32_t, int32_t schedule, int32_t lower, int32_t upper,
                            int32_t step, int32_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<int32_t>(self, schedule, {lower, upper, step}, chunk);
}

void __kmpc_dispatch_init_4u(const Ident*, int32_t, int32_t schedule, uint32_t lower, uint32_t upper,
                             int32_t step, int32_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<uint32_t>(self, schedule, {lower, upper, step}, chunk);
}

void __kmpc_dispatch_init_8(const Ident*, int32_t, int32_t schedule, int64_t lower, int64_t upper,
                            int64_t step, int64_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<int64_t>(self, schedule, {lower, upper, step}, chunk);
}

void __kmpc_dispatch_init_8u(const Ident*, int32_t, int32_t schedule, uint64_t lower, uint64_t upper,
                             int64_t step, int64_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<uint64_t>(self, schedule, {lower, upper, step}, chunk);
}

int32_t __kmpc_dispatch_next_4(const Ident*, int32_t, int32_t* last, int32_t* lower, int32_t* upper,
                               int32_t* step) {
  return dispatch_next(last, lower, upper, step);
}

int32_t __kmpc_dispatch_next_4u(const Ident*, int32_t, int32_t* last, uint32_t* lower, uint32_t* upper,
                                int32_t* step) {
  return dispatch_next(last, lower, upper, step);
}

int32_t __kmpc_dispatch_next_8(const Ident*, int32_t, int32_t* last, int64_t* lower, int64_t* upper,
                               int64_t* step) {
  return dispatch_next(last, lower, upper, step);
}

int32_t __kmpc_dispatch_next_8u(const Ident*, int32_t, int32_t* last, uint64_t* lower, uint64_t* upper,
                                int64_t* step) {
  return dispatch_next(last, lower, upper, step);
}

// Called after every iteration of an ordered loop. The loop itself knows which iterations had their turn.
void __kmpc_dispatch_fini_4(const Ident*, int32_t) {}
void __kmpc_dispatch_fini_4u(const Ident*, int32_t) {}
void __kmpc_dispatch_fini_8(const Ident*, int32_t) {}
void __kmpc_dispatch_fini_8u(const Ident*, int32_t) {}

// Not every compiler calls this. A loop whose chunks were all handed out has ended by then.
void __kmpc_dispatch_deinit(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  if (self.member->workshares.current == nullptr) [[likely]]
    return;
  core::EntryScope entry(self);
  core::leave_abandoned(self);
}

void __kmpc_dist_dispatch_init_4(const Ident*, int32_t, int32_t schedule, int32_t* last, int32_t lower,
                                 int32_t upper, int32_t step, int32_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<int32_t>(self, schedule, block_of_team<int32_t>(self, {lower, upper, step}, last), chunk);
}

void __kmpc_dist_dispatch_init_4u(const Ident*, int32_t, int32_t schedule, int32_t* last, uint32_t lower,
                                  uint32_t upper, int32_t step, int32_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<uint32_t>(self, schedule, block_of_team<uint32_t>(self, {lower, upper, step}, last), chunk);
}

void __kmpc_dist_dispatch_init_8(const Ident*, int32_t, int32_t schedule, int32_t* last, int64_t lower,
                                 int64_t upper, int64_t step, int64_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<int64_t>(self, schedule, block_of_team<int64_t>(self, {lower, upper, step}, last), chunk);
}

void __kmpc_dist_dispatch_init_8u(const Ident*, int32_t, int32_t schedule, int32_t* last, uint64_t lower,
                                  uint64_t upper, int64_t step, int64_t chunk) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  start_dispatch<uint64_t>(self, schedule, block_of_team<uint64_t>(self, {lower, upper, step}, last), chunk);
}
}
