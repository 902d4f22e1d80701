// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control/phases.h"

#include <cstdio>
#include <cstring>

#include "system.h"
#include "trace/event_trace.h"

namespace limpid::recorder {

namespace {

constexpr const char* kTooManyNames = "(more phases)";

}  // namespace

// 0: no memory. Programs have few phases: the latest names first, because a phase is often begun and ended at
// once. A name that is too long is cut; when all ids are in use, the last one stands for all others.
uint32_t Phases::name_id(const char* text) {
  if (names_ == nullptr) names_ = static_cast<Name*>(map_pages((kNames + 1) * sizeof(Name)));
  if (names_ == nullptr) return 0;
  char cut[kNameBytes];
  std::snprintf(cut, sizeof cut, "%s", text);
  for (uint32_t id = name_count_; id > 0; --id) {
    if (std::strcmp(names_[id].text, cut) == 0) return id;
  }
  if (name_count_ == kNames) return kNames;
  ++name_count_;
  std::snprintf(names_[name_count_].text, kNameBytes, "%s", name_count_ == kNames ? kTooManyNames : cut);
  return name_count_;
}

void Phases::note_change(uint64_t now) {
  // Two changes between rounds are one for who looks at rounds.
  number_at(now);
  ++changes_;
  changed_ns_ = now;
}

Phases::Open Phases::open(RecordWriter* writer, uint32_t name, uint64_t now) {
  Open phase;
  phase.name = name;
  if (!names_[name].written) names_[name].written = writer->phase_name(name, names_[name].text);
  if (names_[name].written) phase.record = writer->begin_phase(name, now);
  trace_.mark(trace::EventKind::kPhaseBegin, name);
  return phase;
}

void Phases::close(RecordWriter* writer, Open* phase, uint64_t now) {
  if (phase->record != nullptr) writer->end_phase(phase->record, now);
  if (phase->name != 0) trace_.mark(trace::EventKind::kPhaseEnd, phase->name);
  *phase = {};
}

void Phases::change(RecordWriter* writer, const char* name, uint64_t now) {
  const uint32_t id = *name == '\0' ? 0 : name_id(name);
  if (id == current_.name) return;
  note_change(now);
  close(writer, &current_, now);
  if (id != 0) current_ = open(writer, id, now);
}

void Phases::begin(RecordWriter* writer, const char* name, uint64_t now) {
  const uint32_t id = name_id(name);
  if (id == 0 || open_count_ == kOpen) return;
  note_change(now);
  open_[open_count_++] = open(writer, id, now);
}

bool Phases::end(RecordWriter* writer, const char* name, uint64_t now) {
  const uint32_t id = name_id(name);
  for (uint32_t i = open_count_; i > 0; --i) {
    if (open_[i - 1].name != id) continue;
    note_change(now);
    close(writer, &open_[i - 1], now);
    for (uint32_t later = i; later < open_count_; ++later) open_[later - 1] = open_[later];
    open_[--open_count_] = {};
    return true;
  }
  return false;
}

void Phases::write_again(RecordWriter* writer, uint64_t now) {
  for (uint32_t id = 1; id <= name_count_; ++id) names_[id].written = false;
  if (current_.name != 0) current_ = open(writer, current_.name, now);
  for (uint32_t i = 0; i < open_count_; ++i) open_[i] = open(writer, open_[i].name, now);
}

}  // namespace limpid::recorder
