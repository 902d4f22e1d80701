// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processor's vendor and model from /proc/cpuinfo.
#include "platform/processor_name.h"

#include <stdio.h>
#include <string.h>

#include "platform/read_prefix.h"

namespace limpid::platform {
namespace {

constexpr char kUnknown[] = "unknown";

struct Part {
  const char* text;
  int length;
};

// The value of a line "key : value". 5.1 allows no semicolon inside; names of processors have none.
Part value_of(const char* text, const char* key) {
  const char* line = strstr(text, key);
  const char* colon = line != nullptr ? strchr(line, ':') : nullptr;
  if (colon == nullptr) return {kUnknown, sizeof kUnknown - 1};
  const char* value = colon + 1 + strspn(colon + 1, " \t");
  return {value, static_cast<int>(strcspn(value, "\n"))};
}

}  // namespace

const char* processor_name() {
  static constinit char name[200] = {};
  if (name[0] != '\0') return name;
  char text[2048];
  read_prefix("/proc/cpuinfo", text, sizeof text);
  const Part vendor = value_of(text, "vendor_id");
  const Part model = value_of(text, "model name");
  snprintf(name, sizeof name, "%.*s;%.*s", vendor.length, vendor.text, model.length, model.text);
  return name;
}

}  // namespace limpid::platform
