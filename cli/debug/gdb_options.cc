// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/gdb_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/failure.h"

namespace limpid::cli::debug {
namespace {

template <size_t kCount>
bool is_one_of(const std::string_view (&names)[kCount], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Without dashes, and without what follows `=`.
std::string_view name_of(std::string_view word) {
  word.remove_prefix(word.substr(0, 2) == "--" ? 2 : 1);
  return word.substr(0, word.find('='));
}

bool is_ours(std::string_view word) {
  constexpr std::string_view kOurs[] = {"-c",   "-p",      "-h",    "--core", "--pid",
                                        "--ex", "--batch", "--gdb", "--help"};
  return is_one_of(kOurs, word.substr(0, word.find('=')));
}

bool is_flag(std::string_view name) {
  constexpr std::string_view kFlags[] = {"batch", "n",   "nh",     "nowindows", "nw",        "nx", "q",
                                         "quiet", "tui", "silent", "readnow",   "readnever", "w",  "windows"};
  return is_one_of(kFlags, name);
}

bool has_value(std::string_view name) {
  constexpr std::string_view kValues[] = {"x",         "command",
                                          "ex",        "eval-command",
                                          "ix",        "init-command",
                                          "iex",       "init-eval-command",
                                          "i",         "interpreter",
                                          "cd",        "d",
                                          "directory", "s",
                                          "symbols",   "data-directory",
                                          "annotate",  "tty",
                                          "l",         "b"};
  return is_one_of(kValues, name);
}

// Ours whose value is the next word.
bool is_followed_by_value(std::string_view word) {
  constexpr std::string_view kOurs[] = {"-c", "-p", "--core", "--pid", "--ex", "--gdb"};
  return is_one_of(kOurs, word);
}

}  // namespace

std::vector<std::string> take_gdb_options(std::vector<std::string>& arguments) {
  std::vector<std::string> taken;
  std::vector<std::string> left(arguments.begin(), arguments.begin() + (arguments.empty() ? 0 : 1));
  size_t at = left.size();
  while (at < arguments.size() && arguments[at].size() > 1 && arguments[at][0] == '-' &&
         arguments[at] != "--") {
    const std::string word = arguments[at];
    const bool ours = is_ours(word) || (!is_flag(name_of(word)) && !has_value(name_of(word)));
    const bool value_follows =
        ours ? is_followed_by_value(word) : has_value(name_of(word)) && word.find('=') == std::string::npos;
    if (!ours && value_follows && at + 1 == arguments.size())
      throw Failure(kExitBadUsage, fmt::format("gdb's option {} expects a value behind it", word));
    for (size_t end = std::min(at + (value_follows ? 2 : 1), arguments.size()); at < end; ++at)
      (ours ? left : taken).push_back(arguments[at]);
  }
  left.insert(left.end(), arguments.begin() + static_cast<ptrdiff_t>(at), arguments.end());
  arguments = std::move(left);
  return taken;
}

}  // namespace limpid::cli::debug
