// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json_line.h"

#include <stdio.h>

namespace limpid::check {
namespace {

std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (char c : value) {
    auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') text += '\\';
    if (code >= 0x20) {
      text += c;
      continue;
    }
    char escape[8];
    snprintf(escape, sizeof escape, "\\u%04x", code);
    text += escape;
  }
  return text + "\"";
}

}  // namespace

JsonLine::JsonLine(const char* type) : line_("{\"type\":" + quoted(type)) {}

void JsonLine::key(const char* name) {
  line_ += ",\"";
  line_ += name;
  line_ += "\":";
}

JsonLine& JsonLine::text(const char* name, const std::string& value) {
  key(name);
  line_ += quoted(value);
  return *this;
}

JsonLine& JsonLine::number(const char* name, uint64_t value) {
  key(name);
  line_ += std::to_string(value);
  return *this;
}

JsonLine& JsonLine::flag(const char* name, bool value) {
  key(name);
  line_ += value ? "true" : "false";
  return *this;
}

JsonLine& JsonLine::address(const char* name, const void* value) {
  char digits[24];
  snprintf(digits, sizeof digits, "%p", value);
  return text(name, digits);
}

std::string JsonLine::done() const {
  return line_ + "}\n";
}

}  // namespace limpid::check
