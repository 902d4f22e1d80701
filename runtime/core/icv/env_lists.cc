// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the variables with a value per nesting level, and OMP_SCHEDULE.
#include "core/icv/environment.h"
#include "core/icv/grow_array.h"

namespace limpid::core {
namespace {

constexpr std::uint32_t kMaxInt = 0x7fffffff;

constexpr Word<ScheduleKind> kScheduleKinds[] = {{"static", ScheduleKind::kStatic},
                                                 {"dynamic", ScheduleKind::kDynamic},
                                                 {"guided", ScheduleKind::kGuided},
                                                 {"auto", ScheduleKind::kAuto},
                                                 {nullptr, {}}};

constexpr Word<ProcBind> kBindPolicies[] = {{"primary", ProcBind::kPrimary},
                                            {"master", ProcBind::kPrimary},
                                            {"close", ProcBind::kClose},
                                            {"spread", ProcBind::kSpread},
                                            {nullptr, {}}};

template <typename T>
LevelList<T> list_of(GrowArray<T>& values) {
  const std::uint32_t count = values.count();
  return {values.take(), count};
}

}  // namespace

bool read_num_threads(EnvText& text, Environment& environment) {
  GrowArray<std::uint32_t> values;
  do {
    std::uint32_t value = 0;
    if (!text.take_number(1, kMaxInt, value)) return false;
    values.add(value);
  } while (text.take(','));
  if (!text.at_end()) return false;
  environment.global.nthreads_by_level = list_of(values);
  return true;
}

bool read_proc_bind(EnvText& text, Environment& environment) {
  GrowArray<ProcBind> values;
  bool all = false;
  if (take_boolean(text, all)) {
    values.add(all ? ProcBind::kTrue : ProcBind::kFalse);
  } else {
    do {
      ProcBind value = ProcBind::kFalse;
      if (!take_one_of(text, kBindPolicies, value)) return false;
      values.add(value);
    } while (text.take(','));
  }
  if (!text.at_end()) return false;
  environment.global.bind_by_level = list_of(values);
  environment.proc_bind_given = true;
  return true;
}

bool read_schedule(EnvText& text, Environment& environment) {
  enum class Modifier : std::uint8_t { kNone, kMonotonic, kNonmonotonic };
  static constexpr Word<Modifier> kModifiers[] = {
      {"monotonic", Modifier::kMonotonic}, {"nonmonotonic", Modifier::kNonmonotonic}, {nullptr, {}}};
  Modifier modifier = Modifier::kNone;
  if (take_one_of(text, kModifiers, modifier) && !text.take(':')) return false;
  ScheduleKind kind = ScheduleKind::kDynamic;
  if (!take_one_of(text, kScheduleKinds, kind)) return false;
  const bool has_chunk = text.take(',');
  std::uint32_t chunk = 0;
  if (has_chunk && !text.take_number(1, kMaxInt, chunk)) return false;
  if (!text.at_end()) return false;
  if (kind == ScheduleKind::kAuto || (!has_chunk && kind != ScheduleKind::kStatic)) chunk = 1;
  environment.initial.run_sched_kind = kind;
  environment.initial.run_sched_chunk = static_cast<std::int32_t>(chunk);
  environment.initial.run_sched_monotonic = modifier == Modifier::kMonotonic ? 1 : 0;
  return true;
}

}  // namespace limpid::core
