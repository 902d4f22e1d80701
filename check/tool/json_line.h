// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace limpid::check {

// One line of the result file: a JSON object with a "type" and what is added to it.
class JsonLine {
 public:
  explicit JsonLine(const char* type);

  JsonLine& text(const char* key, const std::string& value);
  JsonLine& number(const char* key, uint64_t value);
  JsonLine& flag(const char* key, bool value);
  JsonLine& address(const char* key, const void* value);  // as a hexadecimal string

  // The object and a newline.
  std::string done() const;

 private:
  void key(const char* name);

  std::string line_;
};

}  // namespace limpid::check
