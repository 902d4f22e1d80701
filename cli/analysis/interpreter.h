// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "profile_reader.h"

namespace limpid::cli::analysis {

// Whether a module (base name of its file) is Python's interpreter: `python3.12`, `libpython3.12.so.1.0`.
bool is_python(std::string_view module);

// Why functions of Python have no names in this profile, and what to do; empty if no interpreter is on any stack, or
// they have them.
std::string python_hint(const profile::Profile& profile);

}  // namespace limpid::cli::analysis
