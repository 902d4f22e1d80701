// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code_module.h"
#include "rule_catalogue.h"

namespace limpid::check {
namespace {

constexpr uint64_t kShownPerRule = 5;

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

std::string program_file() {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : "";
}

// Which object holds an address, and where in it.
void add_code(JsonLine& line, const void* code) {
  if (code == nullptr) return;
  line.address("address", code);
  CodeModule module = module_of(code);
  if (module.object == nullptr) return;
  line.text("module", module.file[0] != '\0' ? module.file : program_file()).number("offset", module.offset);
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

void Report::open(const char* runtime_version, unsigned omp_version, const char* runtime_file) {
  *this = Report{};
  strict_ = flag("LIMPID_CHECK_STRICT");
  trace_ = flag("LIMPID_CHECK_TRACE");
  if (const char* pattern = getenv("LIMPID_CHECK_RESULT")) {
    std::string name = result_file(pattern);
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (fd_ < 0) {
      fd_ = 2;
      write(JsonLine("problem").text("text",
                                     "cannot write to '" + name + "', which LIMPID_CHECK_RESULT names"));
    }
  }
  write(JsonLine("start")
            .text("runtime", runtime_version)
            .number("omp_version", omp_version)
            .text("library", runtime_file)
            .text("program", program_file())
            .number("pid", static_cast<uint64_t>(getpid())));
}

void Report::write(const JsonLine& line) {
  std::string whole = line.done();
  ssize_t written = ::write(fd_, whole.data(), whole.size());
  static_cast<void>(written);
}

void Report::finding(Severity severity, const char* rule, const char* section, const Place& place,
                     const std::string& what) {
  bool counts = severity == Severity::violation || strict_;
  ++(counts ? violations_ : notes_);
  if (++times_[rule] > kShownPerRule) return;
  JsonLine line("finding");
  line.text("severity", counts ? "violation" : "note").text("rule", rule).text("section", section);
  line.text("says", statement_of(rule)).text("event", place.event).number("thread", place.thread);
  line.text("text", what);
  add_code(line, place.code);
  write(line);
}

void Report::trace(uint64_t thread, const std::string& what) {
  if (trace_) write(JsonLine("event").number("thread", thread).text("text", what));
}

void Report::summarize() {
  for (const auto& [rule, times] : times_) write(JsonLine("rule").text("rule", rule).number("times", times));
  write(JsonLine("end").number("events", events_).number("violations", violations_).number("notes", notes_));
}

}  // namespace limpid::check
