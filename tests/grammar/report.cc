// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <map>

namespace grammar {
namespace {

constexpr int kShownPerRule = 5;

// Leaked on purpose: events may still come while static destructors run.
std::map<std::string, int>& shown() {
  static auto* counts = new std::map<std::string, int>;
  return *counts;
}

bool flag(const char* name) {
  const char* value = getenv(name);
  return value != nullptr && *value != '\0' && strcmp(value, "0") != 0;
}

std::string result_file(const char* pattern) {
  std::string name = pattern;
  size_t at = name.find("%p");
  if (at != std::string::npos) name.replace(at, 2, std::to_string(getpid()));
  return name;
}

}  // namespace

std::string formatted(const char* format, va_list arguments) {
  char buffer[600];
  vsnprintf(buffer, sizeof buffer, format, arguments);
  return buffer;
}

std::string text(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string result = formatted(format, arguments);
  va_end(arguments);
  return result;
}

void Report::open(const char* runtime_version) {
  *this = Report{};
  shown().clear();
  strict_ = flag("LIMPID_CHECK_STRICT");
  trace_ = flag("LIMPID_CHECK_TRACE");
  if (const char* pattern = getenv("LIMPID_CHECK_RESULT")) {
    std::string name = result_file(pattern);
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd_ < 0) {
      fd_ = 2;
      write("cannot write to '" + name + "' (LIMPID_CHECK_RESULT), reporting to stderr");
    }
  }
  write(std::string("checking ") + runtime_version);
}

void Report::write(const std::string& line) {
  std::string whole = "grammar: " + line + "\n";
  ssize_t written = ::write(fd_, whole.data(), whole.size());
  static_cast<void>(written);
}

void Report::finding(Severity severity, const char* rule, const char* section, uint64_t thread,
                     const std::string& what) {
  bool counts = severity == Severity::violation || strict_;
  ++(counts ? violations_ : notes_);
  int times = ++shown()[rule];
  if (times > kShownPerRule) return;
  write(text("%s %s (OpenMP 5.1, %s) thread %llu: %s%s", counts ? "VIOLATION" : "note", rule, section,
             static_cast<unsigned long long>(thread), what.c_str(),
             times == kShownPerRule ? " (more of this rule are counted only)" : ""));
}

void Report::trace(uint64_t thread, const std::string& what) {
  if (trace_) write(text("event thread %llu: %s", static_cast<unsigned long long>(thread), what.c_str()));
}

void Report::summarize() {
  for (const auto& [rule, times] : shown()) write(text("rule %s: %d", rule.c_str(), times));
  write(text("result: events=%llu violations=%llu notes=%llu", static_cast<unsigned long long>(events_),
             static_cast<unsigned long long>(violations_), static_cast<unsigned long long>(notes_)));
}

}  // namespace grammar
