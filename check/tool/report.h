// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tool has to say, as lines of JSON (docs/check-json.md lists them): how the runtime answered,
// broken rules each with its section of OpenMP 5.1, and at the end how often each event was seen.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <map>
#include <string>

#include "json_line.h"

namespace limpid::check {

// How severe a finding is. A note is about quality that the specification leaves open (an address that is
// NULL where it need not be, another address at the end of a construct); notes count as violations when
// LIMPID_CHECK_STRICT is set.
enum class Severity { violation, note };

// Where a finding was made.
struct Place {
  const char* event = "";
  uint64_t thread = 0;
  const void* code = nullptr;  // codeptr_ra of the event, if it has one
};

// Where reports go: the file that LIMPID_CHECK_RESULT names ("%p" becomes the process id), else stderr. A
// file is continued, not begun anew: what a process found before it called exec is still there.
// LIMPID_CHECK_TRACE=1 also writes every event.
class Report {
 public:
  void open(const char* runtime_version, unsigned omp_version, const char* runtime_file);

  // rule: a name of rule_catalogue.h. section: of OpenMP 5.1. text: what was seen and expected.
  void finding(Severity severity, const char* rule, const char* section, const Place& place,
               const std::string& text);

  void write(const JsonLine& line);
  void trace(uint64_t thread, const std::string& text);
  bool traces() const { return trace_; }
  void count_event() { ++events_; }

  // Writes how often each rule was broken, and the last line, "end". May be called again: after late events.
  void summarize();

 private:
  int fd_ = 2;
  bool strict_ = false;
  bool trace_ = false;
  uint64_t events_ = 0;
  uint64_t violations_ = 0;
  uint64_t notes_ = 0;
  std::map<std::string, uint64_t> times_;  // by rule
};

std::string formatted(const char* format, va_list arguments);
std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace limpid::check
