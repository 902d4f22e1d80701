// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checker has to say: broken rules, each with its section of OpenMP 5.1, and a summary at the end.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>

namespace grammar {

// How severe a finding is. A note is about quality that the specification leaves open (an address that is
// NULL where it need not be, an end event that comes late); notes count as violations when
// LIMPID_CHECK_STRICT is set.
enum class Severity { violation, note };

// Where reports go: the file that LIMPID_CHECK_RESULT names ("%p" becomes the process id), else stderr.
// LIMPID_CHECK_TRACE=1 also writes every event.
class Report {
 public:
  void open(const char* runtime_version);

  // rule: a stable name such as "implicit_task.end.parallelism". section: of OpenMP 5.1. text: what was seen
  // and expected.
  void finding(Severity severity, const char* rule, const char* section, uint64_t thread,
               const std::string& text);

  void trace(uint64_t thread, const std::string& text);
  bool traces() const { return trace_; }
  void count_event() { ++events_; }

  // Writes the summary; the last line is "result: events=E violations=V notes=N". May be called again: after
  // late events.
  void summarize();

  uint64_t violations() const { return violations_; }

 private:
  void write(const std::string& line);

  int fd_ = 2;
  bool strict_ = false;
  bool trace_ = false;
  uint64_t events_ = 0;
  uint64_t violations_ = 0;
  uint64_t notes_ = 0;
};

std::string formatted(const char* format, va_list arguments);
std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace grammar
