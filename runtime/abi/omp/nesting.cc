// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of nesting (OpenMP 5.1, section 3.2).
#include "abi/omp/fortran.h"
#include "core/data/ancestors.h"
#include "core/data/team.h"
#include "core/data/thread.h"

using namespace limpid;

namespace {

core::Icvs& icvs() {
  return core::this_thread().task->icvs;
}

void set_max_active_levels(int64_t levels) {
  if (levels < 0) return;
  icvs().max_active_levels =
      static_cast<uint8_t>(levels < core::kSupportedActiveLevels ? levels : core::kSupportedActiveLevels);
}

// Deprecated since 5.0: means all levels, or one.
void set_nested(bool on) {
  uint8_t& levels = icvs().max_active_levels;
  if (!on && levels > 1) levels = 1;
  if (on && levels <= 1) levels = core::kSupportedActiveLevels;
}

}  // namespace

extern "C" {

int omp_get_level() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int>(self->team->nesting.level) : 0;
}
int omp_get_active_level() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int>(self->team->nesting.active_level) : 0;
}
int omp_get_ancestor_thread_num(int level) {
  return core::ancestor_at(core::this_thread(), level).thread_num;
}
int omp_get_team_size(int level) {
  return core::ancestor_at(core::this_thread(), level).team_size;
}
int omp_get_max_active_levels() {
  return icvs().max_active_levels;
}
void omp_set_max_active_levels(int levels) {
  set_max_active_levels(levels);
}
int omp_get_supported_active_levels() {
  return core::kSupportedActiveLevels;
}
int omp_get_nested() {
  return icvs().max_active_levels > 1;
}
void omp_set_nested(int on) {
  set_nested(on != 0);
}

int32_t omp_get_level_() {
  return omp_get_level();
}
int32_t omp_get_active_level_() {
  return omp_get_active_level();
}
int32_t omp_get_ancestor_thread_num_(const int32_t* level) {
  return omp_get_ancestor_thread_num(*level);
}
int32_t omp_get_ancestor_thread_num_8_(const int64_t* level) {
  return omp_get_ancestor_thread_num(abi::int_of(*level));
}
int32_t omp_get_team_size_(const int32_t* level) {
  return omp_get_team_size(*level);
}
int32_t omp_get_team_size_8_(const int64_t* level) {
  return omp_get_team_size(abi::int_of(*level));
}
int32_t omp_get_max_active_levels_() {
  return omp_get_max_active_levels();
}
void omp_set_max_active_levels_(const int32_t* levels) {
  set_max_active_levels(*levels);
}
void omp_set_max_active_levels_8_(const int64_t* levels) {
  set_max_active_levels(*levels);
}
int32_t omp_get_supported_active_levels_() {
  return core::kSupportedActiveLevels;
}
int32_t omp_get_nested_() {
  return omp_get_nested();
}
void omp_set_nested_(const int32_t* on) {
  set_nested(*on != 0);
}
void omp_set_nested_8_(const int64_t* on) {
  set_nested(*on != 0);
}
}
