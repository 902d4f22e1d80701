// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of processors and the binding of threads to them, an extension of Intel's and Clang's compilers.
// A mask of the program is the address of a CpuSet. Processors have the operating system's numbers.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"
#include "platform/affinity.h"

using namespace limpid;
using platform::CpuSet;

namespace {

using Mask = void*;

constexpr int kNoSuchProcessor = -1;
constexpr int kNotOurs = -2;  // it exists, but not for this process

CpuSet& set_of(const Mask* mask) {
  if (mask == nullptr || *mask == nullptr)
    base::fatal("an affinity mask is used that kmp_create_affinity_mask did not make");
  return *static_cast<CpuSet*>(*mask);
}

int highest_count() {
  const long configured = sysconf(_SC_NPROCESSORS_CONF);
  return configured > 0 ? static_cast<int>(configured) : 1;
}

// 0 if the processor may be in a mask.
int check_processor(int processor) {
  if (processor < 0 || processor >= highest_count()) return kNoSuchProcessor;
  core::this_thread();
  return core::global_icvs().processors.has(static_cast<uint32_t>(processor)) ? 0 : kNotOurs;
}

}  // namespace

extern "C" {

int kmp_get_affinity_max_proc() {
  return highest_count();
}

void kmp_create_affinity_mask(Mask* mask) {
  *mask = calloc(1, sizeof(CpuSet));
  if (*mask == nullptr) base::fatal("out of memory for an affinity mask");
}
void kmp_destroy_affinity_mask(Mask* mask) {
  free(*mask);
  *mask = nullptr;
}

int kmp_set_affinity(Mask* mask) {
  core::this_thread();  // the environment, which may bind the thread, is read first
  return platform::bind_this_thread(set_of(mask)) ? 0 : -1;
}
int kmp_get_affinity(Mask* mask) {
  return platform::affinity_of_this_thread(set_of(mask)) ? 0 : -1;
}
// Binds the thread to all processors of the process again.
int kmp_set_thread_affinity_mask_initial() {
  core::this_thread();
  return platform::bind_this_thread(core::global_icvs().processors) ? 0 : -1;
}

int kmp_set_affinity_mask_proc(int processor, Mask* mask) {
  const int problem = check_processor(processor);
  if (problem == 0) set_of(mask).add(static_cast<uint32_t>(processor));
  return problem;
}
int kmp_unset_affinity_mask_proc(int processor, Mask* mask) {
  const int problem = check_processor(processor);
  if (problem == 0) set_of(mask).remove(static_cast<uint32_t>(processor));
  return problem;
}
int kmp_get_affinity_mask_proc(int processor, Mask* mask) {
  const int problem = check_processor(processor);
  if (problem == kNoSuchProcessor) return problem;
  return problem == 0 && set_of(mask).has(static_cast<uint32_t>(processor));
}

int32_t kmp_set_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_set_affinity_mask_proc(*processor, mask);
}
int32_t kmp_unset_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_unset_affinity_mask_proc(*processor, mask);
}
int32_t kmp_get_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_get_affinity_mask_proc(*processor, mask);
}
}
