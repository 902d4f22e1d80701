// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an offloading library asks the host's runtime.
#include <stdint.h>

#include "abi/kmp/offload.h"
#include "core/data/thread.h"
#include "core/device/pause.h"
#include "core/icv/icv.h"

using namespace limpid;

extern "C" {

// OMP_TARGET_OFFLOAD: 0 disabled, 1 default, 2 mandatory.
int32_t __kmpc_get_target_offload() {
  core::this_thread();
  abi::note_device_library();
  switch (core::global_icvs().target_offload) {
    case core::TargetOffload::kDisabled:
      return 0;
    case core::TargetOffload::kMandatory:
      return 2;
    case core::TargetOffload::kDefault:
      break;
  }
  return 1;
}

// 1 soft, 2 hard: the host releases what it can. 0 resumes, for which nothing is needed. Returns 0 for
// success.
int32_t __kmpc_pause_resource(int32_t kind) {
  if (kind == 0) return 0;
  return (kind == 1 || kind == 2) && core::pause_all_devices() ? 0 : 1;
}
}
