// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace limpid::cli {

// `bytes` as a gzip file (RFC 1952). The same bytes give the same file: it carries no name and no time.
std::string gzip(const std::string& bytes);

}  // namespace limpid::cli
