// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command under test.
#pragma once

#include <string>

namespace limpid::test {

inline const std::string kLimpid = LIMPID_COMMAND;

}  // namespace limpid::test
