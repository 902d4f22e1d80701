// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the whole process.
#include "model/icv_values.h"

namespace limpid::ompd::values {
namespace {

constexpr uint32_t kLongestText = 4096;

// The word for a number that is an enumerator of the runtime: words are in the enumerators' order.
template <ReadNumber kNumber, uint32_t kWords>
void word_text(Reader& reader, const Place& place, const char* const (&words)[kWords], Text& text) {
  int64_t value = 0;
  if (kNumber(reader, place, value) == Rc::ok && value >= 0 && value < kWords)
    text.add(words[value]);
  else
    reader.spoil();
}

void add_text_at(Reader& reader, uint64_t address, Text& text) {
  char buffer[kLongestText];
  buffer[0] = '\0';
  reader.text(address, buffer, sizeof buffer);
  if (reader.ok()) text.add(buffer);
}

void add_global_text(Reader& reader, Name name, const char* otherwise, Text& text) {
  const uint64_t address = reader.field(globals(reader.process()), name);
  if (address == 0) {
    text.add(otherwise);
  } else {
    add_text_at(reader, address, text);
  }
}

}  // namespace

// No routine or variable sets it: loops without a schedule are static.
Rc def_sched(Reader&, const Place&, int64_t& value) {
  value = 1;
  return Rc::ok;
}

Rc no_number(Reader&, const Place&, int64_t&) {
  return Rc::incompatible;
}

void affinity_format(Reader& reader, const Place&, Text& text) {
  const Process& process = reader.process();
  const uint64_t device = process.number(Name::device_icvs);
  const bool is_default = reader.field(device, Name::device_format_is_default) != 0;
  const uint64_t set = device + process.number(Name::device_format_text);
  add_text_at(reader, is_default ? process.number(Name::default_affinity_format) : set, text);
}

void tool_libraries(Reader& reader, const Place&, Text& text) {
  add_global_text(reader, Name::global_tool_libraries, "", text);
}

void tool_verbose_init(Reader& reader, const Place&, Text& text) {
  add_global_text(reader, Name::global_tool_verbose_init, "disabled", text);
}

void wait_policy_text(Reader& reader, const Place& place, Text& text) {
  static constexpr const char* kWords[] = {"default", "active", "passive"};
  word_text<wait_policy>(reader, place, kWords, text);
}

void target_offload_text(Reader& reader, const Place& place, Text& text) {
  static constexpr const char* kWords[] = {"default", "mandatory", "disabled"};
  word_text<target_offload>(reader, place, kWords, text);
}

const char* schedule_word(uint64_t kind) {
  static constexpr const char* kWords[] = {nullptr, "static", "dynamic", "guided", "auto"};
  return kind < sizeof kWords / sizeof *kWords ? kWords[kind] : nullptr;
}

void def_sched_text(Reader&, const Place&, Text& text) {
  text.add(schedule_word(1));
}

}  // namespace limpid::ompd::values
