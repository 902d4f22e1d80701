// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses words, numbers and booleans in the value of an environment variable.
#include "core/icv/env_text.h"

#include "base/check.h"

namespace limpid::core {
namespace {

// Not <ctype.h>: the program may have set a locale in which other bytes count as letters or space.
bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_word_char(char c) {
  return is_digit(c) || c == '_' || (lower(c) >= 'a' && lower(c) <= 'z');
}

}  // namespace

void EnvText::skip_space() {
  while (is_space(*at_)) ++at_;
}

bool EnvText::at_end() {
  skip_space();
  return *at_ == '\0';
}

bool EnvText::take(char symbol) {
  skip_space();
  if (*at_ != symbol) return false;
  ++at_;
  return true;
}

bool EnvText::take_word(const char* word) {
  skip_space();
  const char* end = at_;
  while (*word != '\0' && lower(*end) == lower(*word)) {
    ++end;
    ++word;
  }
  if (*word != '\0' || is_word_char(*end)) return false;
  at_ = end;
  return true;
}

bool EnvText::take_number(std::int64_t lowest, std::int64_t highest, std::int64_t& value) {
  skip_space();
  LIMPID_DCHECK(lowest <= highest);
  const char* end = at_;
  const bool negative = *end == '-';
  if (*end == '-' || *end == '+') ++end;
  if (!is_digit(*end)) return false;
  std::int64_t sum = 0;
  for (; is_digit(*end); ++end) {
    const int digit = negative ? -(*end - '0') : *end - '0';
    if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, digit, &sum)) return false;
  }
  if (sum < lowest || sum > highest) return false;
  at_ = end;
  value = sum;
  return true;
}

bool EnvText::take_number(std::uint32_t lowest, std::uint32_t highest, std::uint32_t& value) {
  std::int64_t wide = 0;
  if (!take_number(std::int64_t{lowest}, std::int64_t{highest}, wide)) return false;
  value = static_cast<std::uint32_t>(wide);
  return true;
}

bool take_boolean(EnvText& text, bool& value) {
  static constexpr Word<bool> kWords[] = {{"true", true}, {"false", false}, {nullptr, false}};
  return take_one_of(text, kWords, value);
}

}  // namespace limpid::core
