// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resource relinquishing routines (OpenMP 5.1, section 3.6).
#include <stdint.h>

#include "core/device/pause.h"

using namespace limpid;

namespace {

constexpr int kFirstKind = 1;  // omp_pause_soft
constexpr int kLastKind = 2;   // omp_pause_hard

bool is_kind(int kind) {
  return kind >= kFirstKind && kind <= kLastKind;
}

}  // namespace

extern "C" {

// 0 for success. Both kinds release the same: a thread's threadprivate data lives as long as the thread.
int omp_pause_resource(int kind, int device) {
  return is_kind(kind) && core::pause_device(device) ? 0 : -1;
}
int omp_pause_resource_all(int kind) {
  return is_kind(kind) && core::pause_all_devices() ? 0 : -1;
}

int32_t omp_pause_resource_(const int32_t* kind, const int32_t* device) {
  return omp_pause_resource(*kind, *device);
}
int32_t omp_pause_resource_all_(const int32_t* kind) {
  return omp_pause_resource_all(*kind);
}
}
