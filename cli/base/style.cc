// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/style.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace limpid::cli {

Style Style::for_descriptor(int fd, bool user_wants_colour) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  bool refused = no_colour != nullptr && *no_colour != '\0';
  bool dumb = terminal == nullptr || std::strcmp(terminal, "dumb") == 0;
  return Style(user_wants_colour && !refused && !dumb && isatty(fd) == 1);
}

std::string Style::paint(std::string_view code, std::string_view text) const {
  if (!colour_) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string seconds(double value) {
  if (value >= 1000) return fmt::format("{:.0f}", value);
  if (value >= 100) return fmt::format("{:.1f}", value);
  if (value >= 10) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3f}", value);
}

std::string seconds_of(unsigned long long nanoseconds) {
  return seconds(static_cast<double>(nanoseconds) / 1e9);
}

double percent(unsigned long long part, unsigned long long whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string printable(std::string_view text) {
  std::string safe(text);
  for (char& c : safe) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return safe;
}

std::string shortened(std::string text, size_t most) {
  constexpr std::string_view kGap = "...";
  if (text.size() <= most || most < kGap.size()) return text;
  auto continues = [&](size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  size_t kept = most - kGap.size();
  size_t head = kept - kept / 2;
  size_t tail = text.size() - kept / 2;
  while (head > 0 && continues(head)) --head;
  while (continues(tail)) ++tail;
  return text.substr(0, head) + std::string(kGap) + text.substr(tail);
}

}  // namespace limpid::cli
