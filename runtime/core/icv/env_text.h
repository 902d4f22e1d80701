// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the value of an environment variable from left to right.
#pragma once

#include <cstdint>

namespace limpid::core {

// A cursor over a zero-terminated text that it does not own. Each take_*() skips white space, then either
// consumes the named item and returns true, or consumes nothing else and returns false. Letters compare without
// regard to case.
class EnvText {
 public:
  explicit EnvText(const char* text) : at_(text) {}

  [[nodiscard]] bool at_end();
  bool take(char symbol);
  // A whole word of letters, digits and underscores.
  bool take_word(const char* word);
  // A decimal number that fits and lies in [lowest, highest].
  bool take_number(std::int64_t lowest, std::int64_t highest, std::int64_t& value);
  bool take_number(std::uint32_t lowest, std::uint32_t highest, std::uint32_t& value);

  [[nodiscard]] const char* rest() const { return at_; }

 private:
  void skip_space();

  const char* at_;
};

// An entry of a table of words. A table ends with a null word.
template <typename T>
struct Word {
  const char* word;
  T value;
};

template <typename T>
bool take_one_of(EnvText& text, const Word<T>* words, T& value) {
  for (; words->word != nullptr; ++words) {
    if (!text.take_word(words->word)) continue;
    value = words->value;
    return true;
  }
  return false;
}

// TRUE or FALSE.
bool take_boolean(EnvText& text, bool& value);

}  // namespace limpid::core
