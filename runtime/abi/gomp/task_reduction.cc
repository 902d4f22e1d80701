// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions: their registration with a taskgroup, a parallel region or a worksharing construct.
#include "abi/gomp/region.h"
#include "core/barrier/workshare_end.h"
#include "core/data/entry.h"
#include "core/reduce/task_reductions.h"

using namespace limpid;

namespace limpid::abi {
namespace {

struct TeamReductions {
  core::TaskGroup group;
  uintptr_t* descriptor;
};

void prepare_team(core::Thread&, core::Team& team, void* context) {
  auto& reductions = *static_cast<TeamReductions*>(context);
  core::register_for_team(team, reductions.group, reductions.descriptor);
}

}  // namespace
}  // namespace limpid::abi

extern "C" {

void GOMP_taskgroup_reduction_register(uintptr_t* descriptor) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::register_in_group(self, descriptor);
}

void GOMP_taskgroup_reduction_unregister(uintptr_t* descriptor) {
  core::release_reductions(descriptor);
}

// addresses: count of them to be replaced, then space for original_count addresses of originals.
void GOMP_task_reduction_remap(size_t count, size_t original_count, void** addresses) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::find_copies(self, count, original_count, addresses, addresses + count);
}

// The region's data begins with the address of the descriptor. The caller combines the copies of as many
// threads as this returns.
unsigned GOMP_parallel_reductions(void (*body)(void*), void* data, unsigned num_threads, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  abi::TeamReductions reductions;
  reductions.descriptor = *static_cast<uintptr_t**>(data);
  core::Region region = abi::decode_region(body, data, num_threads, flags);
  region.prepare = abi::prepare_team;
  region.context = &reductions;
  return core::parallel(self, region);
}

void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::end_workshare_reductions(self, cancelled);
}
}
