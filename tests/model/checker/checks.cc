// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands in for base/check.cc: failed checks and fatal errors fail the execution; warnings are printed.
#include "base/check.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "checker/execution.h"

namespace limpid::base {
namespace {

[[noreturn]] void stop(const std::string& why) {
  model::Execution* const run = model::Execution::current();
  if (run != nullptr) run->fail(why);
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

}  // namespace

void check_failed(const char* condition, const char* file, int line) {
  stop(std::string(file) + ":" + std::to_string(line) + ": " + condition);
}

void fatal(const char* format, ...) {
  char text[200];
  va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  stop(text);
}

void warn(const char* format, ...) {
  va_list values;
  va_start(values, format);
  std::vfprintf(stderr, format, values);
  va_end(values);
}

void set_warnings(bool) {}

}  // namespace limpid::base
