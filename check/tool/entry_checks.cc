// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "entry_checks.h"

#include <set>
#include <vector>

#include "told.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr int kCanary = -7;

void check_mutex_impls(World& w) {
  if (w.ask.enumerate_mutex_impls == nullptr) return;
  int impl = ompt_mutex_impl_none;
  int count = 0;
  const char* name = nullptr;
  while (count < 100 && w.ask.enumerate_mutex_impls(impl, &impl, &name) != 0) {
    w.expect(name != nullptr, "entry.mutex_impls", "4.6.1.2", "implementation %d has no name", impl);
    ++count;
  }
  w.expect(count < 100, "entry.mutex_impls", "4.6.1.2", "ompt_enumerate_mutex_impls does not end");
}

void check_unique_ids(World& w) {
  if (w.ask.unique_id == nullptr) return;
  std::set<uint64_t> seen;
  for (int i = 0; i < 100; ++i) seen.insert(w.ask.unique_id());
  w.expect(seen.size() == 100, "entry.unique_id", "4.6.1.18", "100 calls gave %zu different numbers",
           seen.size());
}

void equal(World& w, const char* rule, const char* section, const char* name, int answer, int said) {
  w.expect(answer == said, rule, section, "%s returns %d, the program's routine %d", name, answer, said);
}

// A list that is one too short stays as it is.
template <class Ask>
void check_list(World& w, const char* rule, const char* section, int count, const Ask& ask) {
  if (count < 1 || count > 100000) return;
  std::vector<int> list(static_cast<size_t>(count) + 1, kCanary);
  int answer = ask(count - 1, list.data());
  bool kept = true;
  for (int value : list) kept = kept && value == kCanary;
  w.expect(answer == count, rule, section, "a list that is too short is answered by %d, expected %d", answer,
           count);
  w.expect(kept, rule, section, "a list of %d elements is written to, %d do not fit", count - 1, count);
  answer = ask(count, list.data());
  w.expect(answer == count && list.back() == kCanary, rule, section, "a list of %d elements is overrun",
           count);
}

void check_places(World& w, int said) {
  equal(w, "entry.num_places", "4.6.1.7", "ompt_get_num_places", w.ask.num_places(), said);
  if (w.ask.place_ids == nullptr) return;
  for (int place = 0; place < said && place < 4; ++place) {
    int count = w.ask.place_ids(place, 0, nullptr);
    w.expect(count >= 1, "entry.place_procs", "4.6.1.8", "place %d has %d processors", place, count);
    check_list(w, "entry.place_procs", "4.6.1.8", count,
               [&](int size, int* list) { return w.ask.place_ids(place, size, list); });
  }
}

bool is_in_target(World& w) {
  for (Id id : w.thread().stack) {
    const Task* task = w.find_task(id);
    if (task == nullptr) continue;
    for (const Open& open : task->open) {
      if (open.construct == Construct::target) return true;
    }
  }
  return false;
}

}  // namespace

void check_entry_points(World& w, ompt_function_lookup_t lookup) {
  for (const char* name : kEntryPointNames) {
    bool present = lookup(name) != nullptr;
    w.report.write(JsonLine("entry").text("name", name).flag("present", present));
    w.expect(present, "entry.missing", "4.2.3.1", "lookup(\"%s\") is NULL", name);
  }
  w.expect(lookup("ompt_there_is_no_such_entry_point") == nullptr, "entry.unknown", "4.6.3",
           "lookup answers a name that it cannot know");
  check_mutex_impls(w);
  check_unique_ids(w);
}

void check_against_program(World& w, uint64_t command, int said) {
  const EntryPoints& ask = w.ask;
  if (command == told_num_procs && ask.num_procs != nullptr)
    equal(w, "entry.num_procs", "4.6.1.6", "ompt_get_num_procs", ask.num_procs(), said);
  if (command == told_num_devices && ask.num_devices != nullptr)
    equal(w, "entry.num_devices", "4.6.1.17", "ompt_get_num_devices", ask.num_devices(), said);
  if (command == told_num_places && ask.num_places != nullptr) check_places(w, said);
  if (command == told_place_num && ask.place_num != nullptr)
    equal(w, "entry.place_num", "4.6.1.9", "ompt_get_place_num", ask.place_num(), said);
  if (command == told_partition_size && ask.partition != nullptr) {
    equal(w, "entry.partition", "4.6.1.10", "ompt_get_partition_place_nums", ask.partition(0, nullptr), said);
    check_list(w, "entry.partition", "4.6.1.10", said,
               [&](int size, int* list) { return ask.partition(size, list); });
  }
  if (ask.target_info != nullptr) {
    uint64_t device = 0;
    ompt_id_t target = 0;
    ompt_id_t operation = 0;
    int answer = ask.target_info(&device, &target, &operation);
    bool inside = is_in_target(w);
    w.expect(!inside || answer == 1, "entry.target_info", "4.6.1.16",
             "ompt_get_target_info returns %d in a target region", answer);
    w.expect(inside || answer == 0, "entry.target_info", "4.6.1.16",
             "ompt_get_target_info returns %d outside of target regions", answer);
  }
}

}  // namespace limpid::check
