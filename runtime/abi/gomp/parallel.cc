// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_parallel*: the parallel construct.
#include "abi/gomp/region.h"
#include "core/data/entry.h"
#include "core/team/region.h"

namespace limpid::abi {
namespace {

constexpr unsigned kProcBindMask = 7;

}  // namespace

core::Region decode_region(void (*body)(void*), void* data, unsigned num_threads, unsigned flags) {
  core::Region region;
  region.body = body;
  region.data = data;
  region.num_threads = num_threads;
  region.bind = static_cast<core::ProcBind>(flags & kProcBindMask);
  region.bind_given = (flags & kProcBindMask) != 0;
  return region;
}

}  // namespace limpid::abi

using namespace limpid;

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned num_threads, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::parallel(self, abi::decode_region(body, data, num_threads, flags));
}

void GOMP_parallel_start(void (*body)(void*), void* data, unsigned num_threads) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  core::begin_parallel(self, abi::decode_region(body, data, num_threads, 0));
}

void GOMP_parallel_end() {
  core::Thread& self = core::this_thread();
  self.return_address = __builtin_extract_return_addr(__builtin_return_address(0));
  core::end_parallel(self);
}
}
