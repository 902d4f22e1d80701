// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::test {

// The subject as that compiler built it.
inline std::string program_of(const std::string& compiler) {
  return compiler == "gcc" ? SUBJECT_GCC : SUBJECT_CLANG;
}

// Those that there are.
inline std::vector<std::string> compilers() {
  return {COMPILERS};
}

}  // namespace limpid::test
