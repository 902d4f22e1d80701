// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace limpid::cli {

// `bytes` in the alphabet of RFC 4648, section 4, padded, on one line.
std::string base64(const std::string& bytes);

}  // namespace limpid::cli
