// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread team routines (OpenMP 5.1, section 3.2).
#include "abi/omp/fortran.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/processors.h"

using namespace limpid;

namespace {

core::Icvs& icvs() {
  return core::this_thread().task->icvs;
}

void set_num_threads(int64_t count) {
  icvs().nthreads = count > 0 ? static_cast<uint32_t>(abi::int_of(count)) : 1;
}

}  // namespace

extern "C" {

// Inquiries about the team do not register a thread: one that OpenMP does not know is the only one of its
// team. These two need not ask whether it does: see core::g_unregistered.
int omp_get_num_threads() {
  return static_cast<int>(core::t_self->team_size);
}
int omp_get_thread_num() {
  return static_cast<int>(core::t_self->index);
}
int omp_in_parallel() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr && self->team->nesting.active_level > 0;
}

int omp_get_max_threads() {
  return static_cast<int>(icvs().nthreads);
}
int omp_get_num_procs() {
  return static_cast<int>(core::processors_now());
}
int omp_get_thread_limit() {
  return static_cast<int>(icvs().thread_limit);
}
int omp_get_dynamic() {
  return icvs().dynamic;
}
void omp_set_num_threads(int count) {
  set_num_threads(count);
}
void omp_set_dynamic(int on) {
  icvs().dynamic = on != 0 ? 1 : 0;
}

int32_t omp_get_num_threads_() {
  return omp_get_num_threads();
}
int32_t omp_get_thread_num_() {
  return omp_get_thread_num();
}
int32_t omp_in_parallel_() {
  return omp_in_parallel();
}
int32_t omp_get_max_threads_() {
  return omp_get_max_threads();
}
int32_t omp_get_num_procs_() {
  return omp_get_num_procs();
}
int32_t omp_get_thread_limit_() {
  return omp_get_thread_limit();
}
int32_t omp_get_dynamic_() {
  return omp_get_dynamic();
}
void omp_set_num_threads_(const int32_t* count) {
  set_num_threads(*count);
}
void omp_set_num_threads_8_(const int64_t* count) {
  set_num_threads(*count);
}
void omp_set_dynamic_(const int32_t* on) {
  omp_set_dynamic(*on != 0);
}
void omp_set_dynamic_8_(const int64_t* on) {
  omp_set_dynamic(*on != 0);
}
}
