// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread affinity routines about places (OpenMP 5.1, sections 3.3.1 to 3.3.7).
#include "abi/omp/fortran.h"
#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"

using namespace limpid;

namespace {

// The places of the process. Reading them is a use of OpenMP, so the environment has been read.
const core::Places& places() {
  core::this_thread();
  return core::global_icvs().places;
}

bool is_place(int64_t place) {
  return place >= 0 && place < int64_t{places().count};
}

template <typename Id>
void copy_processors(int64_t place, Id* ids) {
  if (!is_place(place)) return;
  const auto number = static_cast<uint32_t>(place);
  for (uint32_t i = 0; i < places().size_of(number); ++i)
    ids[i] = static_cast<Id>(places().processors_of(number)[i]);
}

template <typename Number>
void copy_partition(Number* numbers) {
  const core::Member& slot = *core::this_thread().member;
  for (int32_t i = 0; i < slot.partition_count; ++i) numbers[i] = slot.partition_first + i;
}

int place_size(int64_t place) {
  return is_place(place) ? static_cast<int>(places().size_of(static_cast<uint32_t>(place))) : 0;
}

}  // namespace

extern "C" {

int omp_get_proc_bind() {
  return static_cast<int>(core::this_thread().task->icvs.bind);
}
int omp_get_num_places() {
  return static_cast<int>(places().count);
}
int omp_get_place_num_procs(int place) {
  return place_size(place);
}
void omp_get_place_proc_ids(int place, int* ids) {
  copy_processors(place, ids);
}
int omp_get_place_num() {
  return core::this_thread().member->place;
}
int omp_get_partition_num_places() {
  return core::this_thread().member->partition_count;
}
void omp_get_partition_place_nums(int* numbers) {
  copy_partition(numbers);
}

int32_t omp_get_proc_bind_() {
  return omp_get_proc_bind();
}
int32_t omp_get_num_places_() {
  return omp_get_num_places();
}
int32_t omp_get_place_num_procs_(const int32_t* place) {
  return place_size(*place);
}
int32_t omp_get_place_num_procs_8_(const int64_t* place) {
  return place_size(*place);
}
void omp_get_place_proc_ids_(const int32_t* place, int32_t* ids) {
  copy_processors(*place, ids);
}
void omp_get_place_proc_ids_8_(const int64_t* place, int64_t* ids) {
  copy_processors(*place, ids);
}
int32_t omp_get_place_num_() {
  return omp_get_place_num();
}
int32_t omp_get_partition_num_places_() {
  return omp_get_partition_num_places();
}
void omp_get_partition_place_nums_(int32_t* numbers) {
  copy_partition(numbers);
}
void omp_get_partition_place_nums_8_(int64_t* numbers) {
  copy_partition(numbers);
}
}
