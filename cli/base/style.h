// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace limpid::cli {

// Colour for terminals; plain text everywhere else.
class Style {
 public:
  explicit Style(bool colour) : colour_(colour) {}

  // Colour only if `fd` is a terminal that can show it, NO_COLOR is unset and the user did not say no.
  static Style for_descriptor(int fd, bool user_wants_colour);

  std::string heading(std::string_view text) const { return paint("1", text); }
  std::string wait(std::string_view text) const { return paint("33", text); }
  std::string alarm(std::string_view text) const { return paint("31", text); }
  std::string construct(std::string_view text) const { return paint("36", text); }
  std::string faint(std::string_view text) const { return paint("2", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const;

  bool colour_;
};

// `12.3`, `0.045`: seconds with three significant places or so.
std::string seconds(double value);
std::string seconds_of(unsigned long long nanoseconds);

// `part` of `whole` in per cent; 0 when there is no whole.
double percent(unsigned long long part, unsigned long long whole);

// Text from files and symbols, safe to print on a terminal: control characters become `?`.
std::string printable(std::string_view text);

// Text of at most `most` bytes, its middle replaced by `...` if it is longer. No UTF-8 character is cut in
// two.
std::string shortened(std::string text, size_t most);

}  // namespace limpid::cli
