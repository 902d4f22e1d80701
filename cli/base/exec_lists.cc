// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/exec_lists.h"

#include <unistd.h>

#include <algorithm>

namespace limpid::cli {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> list;
  list.reserve(words.size() + 1);
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables,
                                          const std::vector<std::string>& without) {
  std::vector<std::string> lines;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string line = *each;
    const std::string name = line.substr(0, line.find('='));
    const bool unwanted = std::any_of(without.begin(), without.end(),
                                      [&](const std::string& prefix) { return name.rfind(prefix, 0) == 0; });
    if (!unwanted && variables.count(name) == 0) lines.push_back(line);
  }
  for (const auto& [name, value] : variables) lines.emplace_back(name).append("=").append(value);
  return lines;
}

}  // namespace limpid::cli
