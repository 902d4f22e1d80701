// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "report/options.h"

namespace limpid::cli::page {

// `limpid report --html FILE`. Throws Failure for profiles that cannot be read, a file that cannot be written, and an
// installation that was built without pages.
int write_page(const report::Options& options);

// The page without data. Throws Failure where this installation was built without pages.
std::string read_empty_page();
// Throws Failure if the file cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace limpid::cli::page
