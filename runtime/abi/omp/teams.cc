// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams region routines (OpenMP 5.1, section 3.4).
#include "abi/omp/fortran.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/device_icvs.h"

using namespace limpid;

namespace {

// A value below 1 changes nothing.
void set_num_teams(int64_t count) {
  core::this_thread();  // or the environment, read later, would override this
  if (count >= 1) core::set_num_teams_var(static_cast<uint32_t>(abi::int_of(count)));
}
void set_teams_thread_limit(int64_t limit) {
  core::this_thread();
  if (limit >= 1) core::set_teams_thread_limit_var(static_cast<uint32_t>(abi::int_of(limit)));
}

}  // namespace

extern "C" {

int omp_get_num_teams() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int>(self->team->league.size) : 1;
}
int omp_get_team_num() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int>(self->team->league.team_number) : 0;
}
int omp_get_max_teams() {
  core::this_thread();
  return static_cast<int>(core::num_teams_var());
}
int omp_get_teams_thread_limit() {
  core::this_thread();
  return static_cast<int>(core::teams_thread_limit_var());
}
void omp_set_num_teams(int count) {
  set_num_teams(count);
}
void omp_set_teams_thread_limit(int limit) {
  set_teams_thread_limit(limit);
}

int32_t omp_get_num_teams_() {
  return omp_get_num_teams();
}
int32_t omp_get_team_num_() {
  return omp_get_team_num();
}
int32_t omp_get_max_teams_() {
  return omp_get_max_teams();
}
int32_t omp_get_teams_thread_limit_() {
  return omp_get_teams_thread_limit();
}
void omp_set_num_teams_(const int32_t* count) {
  set_num_teams(*count);
}
void omp_set_num_teams_8_(const int64_t* count) {
  set_num_teams(*count);
}
void omp_set_teams_thread_limit_(const int32_t* limit) {
  set_teams_thread_limit(*limit);
}
void omp_set_teams_thread_limit_8_(const int64_t* limit) {
  set_teams_thread_limit(*limit);
}
}
