// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of threads, regions and data environments.
#include "model/icv_values.h"
#include "model/tasks.h"

namespace limpid::ompd::values {
namespace {

constexpr uint64_t kMostItems = 256;  // of a list in the environment: more nesting levels are not supported

// The values for the levels inside a task's region: the rest of a list in the environment.
struct Rest {
  uint64_t values;
  uint64_t first, count;
};

Rest rest_of(Reader& reader, const Place& place, Name values, Name count) {
  const uint64_t global = globals(reader.process());
  Rest rest{reader.field(global, values), place.level + 1, reader.field(global, count)};
  if (rest.count > kMostItems) rest.count = kMostItems;
  return rest;
}

Rc ok_if_single(Reader& reader, const Rest& rest) {
  if (!reader.ok()) return reader.rc();
  return rest.first < rest.count ? Rc::incomplete : Rc::ok;
}

const char* bind_word(uint64_t bind) {
  static constexpr const char* kWords[] = {"false", "true", "primary", "close", "spread"};
  return bind < sizeof kWords / sizeof *kWords ? kWords[bind] : nullptr;
}

void add_word(Reader& reader, const char* word, Text& text) {
  if (word == nullptr)
    reader.spoil();
  else if (reader.ok())
    text.add(word);
}

// One place: {processors}.
void add_place(Reader& reader, uint64_t place, Text& text) {
  constexpr uint64_t kMostProcessors = 65536;
  const uint64_t global = globals(reader.process());
  const uint64_t first = reader.field(global, Name::global_places_first);
  const uint64_t processors = reader.field(global, Name::global_places_processors);
  constexpr uint32_t kBytes = 4;
  const uint64_t begin = reader.number(first + place * kBytes, kBytes);
  const uint64_t end = reader.number(first + (place + 1) * kBytes, kBytes);
  if (reader.ok() && (end < begin || end > kMostProcessors)) reader.spoil();
  text.add("{");
  for (uint64_t i = begin; reader.ok() && i < end; ++i) {
    if (i != begin) text.add(",");
    text.add_unsigned(reader.number(processors + i * kBytes, kBytes));
  }
  text.add("}");
}

struct Partition {
  uint64_t first = 0, count = 0, places = 0;
};

// Of the slot around the task's implicit task.
Partition partition_of(Reader& reader, const Place& place) {
  constexpr uint64_t kMostPlaces = 65536;
  Partition partition;
  partition.places = reader.field(globals(reader.process()), Name::global_places_count);
  if (partition.places == 0 || !reader.ok()) return partition;
  const uint64_t implicit = implicit_task_below(reader, place.object.address);
  if (!reader.ok()) return partition;
  const uint64_t slot = slot_around(reader.process(), implicit);
  partition.first = reader.field(slot, Name::member_partition_first);
  partition.count = reader.field(slot, Name::member_partition_count);
  if (partition.places > kMostPlaces || partition.count > partition.places) reader.spoil();
  return partition;
}

}  // namespace

// Of the thread's region: an idle thread only keeps the number that it had in its last one.
Rc thread_num(Reader& reader, const Place& place, int64_t& value) {
  const uint64_t task = running_task(reader, place.object.address);
  if (!reader.ok()) return reader.rc();
  if (task == 0) return Rc::unavailable;
  value = static_cast<int64_t>(reader.field(place.object.address, Name::thread_index));
  return reader.rc();
}

Rc final_task(Reader& reader, const Place& place, int64_t& value) {
  value =
      is_explicit(reader, place.object.address) && has_flag(reader, place.object.address, Name::flag_final);
  return reader.rc();
}
Rc implicit_task(Reader& reader, const Place& place, int64_t& value) {
  value = !is_explicit(reader, place.object.address);
  return reader.rc();
}
Rc explicit_task(Reader& reader, const Place& place, int64_t& value) {
  value = is_explicit(reader, place.object.address);
  return reader.rc();
}

Rc nthreads(Reader& reader, const Place& place, int64_t& value) {
  icvs_field<Name::icvs_nthreads>(reader, place, value);
  return ok_if_single(reader,
                      rest_of(reader, place, Name::global_nthreads_values, Name::global_nthreads_count));
}

Rc bind(Reader& reader, const Place& place, int64_t& value) {
  icvs_field<Name::icvs_bind>(reader, place, value);
  return ok_if_single(reader, rest_of(reader, place, Name::global_bind_values, Name::global_bind_count));
}

// The kind; the chunk comes second.
Rc run_sched(Reader& reader, const Place& place, int64_t& value) {
  int64_t chunk = 0;
  icvs_field<Name::icvs_run_sched_kind>(reader, place, value);
  const Rc rc = icvs_signed<Name::icvs_run_sched_chunk>(reader, place, chunk);
  return rc == Rc::ok && chunk > 0 ? Rc::incomplete : rc;
}

void nthreads_text(Reader& reader, const Place& place, Text& text) {
  constexpr uint32_t kBytes = 4;
  text.add_unsigned(reader.field(place.icvs, Name::icvs_nthreads));
  const Rest rest = rest_of(reader, place, Name::global_nthreads_values, Name::global_nthreads_count);
  for (uint64_t i = rest.first; reader.ok() && i < rest.count; ++i)
    text.add(",").add_unsigned(reader.number(rest.values + i * kBytes, kBytes));
}

void bind_text(Reader& reader, const Place& place, Text& text) {
  add_word(reader, bind_word(reader.field(place.icvs, Name::icvs_bind)), text);
  const Rest rest = rest_of(reader, place, Name::global_bind_values, Name::global_bind_count);
  for (uint64_t i = rest.first; reader.ok() && i < rest.count; ++i) {
    text.add(",");
    add_word(reader, bind_word(reader.number(rest.values + i, 1)), text);
  }
}

void run_sched_text(Reader& reader, const Place& place, Text& text) {
  if (reader.field(place.icvs, Name::icvs_run_sched_monotonic) != 0) text.add("monotonic:");
  add_word(reader, schedule_word(reader.field(place.icvs, Name::icvs_run_sched_kind)), text);
  text.add(",").add(reader.signed_field(place.icvs, Name::icvs_run_sched_chunk));
}

void def_allocator_text(Reader& reader, const Place& place, Text& text) {
  static constexpr const char* kWords[] = {
      "omp_null_allocator",   "omp_default_mem_alloc", "omp_large_cap_mem_alloc",
      "omp_const_mem_alloc",  "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",
      "omp_cgroup_mem_alloc", "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};
  const uint64_t allocator = reader.field(place.icvs, Name::icvs_def_allocator);
  if (allocator < sizeof kWords / sizeof *kWords)
    text.add(kWords[allocator]);
  else
    text.add_unsigned(allocator);
}

// The number of its first place, as omp_get_partition_place_nums has it; -1 when there are no places.
Rc place_partition(Reader& reader, const Place& place, int64_t& value) {
  const Partition partition = partition_of(reader, place);
  value = partition.count == 0 ? -1 : static_cast<int64_t>(partition.first % partition.places);
  if (!reader.ok()) return reader.rc();
  return partition.count > 1 ? Rc::incomplete : Rc::ok;
}

// Partitions may wrap around the end of the list of places.
void place_partition_text(Reader& reader, const Place& place, Text& text) {
  const Partition partition = partition_of(reader, place);
  for (uint64_t i = 0; reader.ok() && i < partition.count; ++i) {
    if (i != 0) text.add(",");
    add_place(reader, (partition.first + i) % partition.places, text);
  }
}

void places_text(Reader& reader, Text& text) {
  constexpr uint64_t kMostPlaces = 65536;
  const uint64_t count = reader.field(globals(reader.process()), Name::global_places_count);
  if (count > kMostPlaces) reader.spoil();
  for (uint64_t i = 0; reader.ok() && i < count; ++i) {
    if (i != 0) text.add(",");
    add_place(reader, i, text);
  }
}

}  // namespace limpid::ompd::values
