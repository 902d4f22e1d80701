// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scale/scaling.h"

namespace limpid::cli::scale {

// The whole scaling as one JSON object, as docs/scale-json.md describes it.
nlohmann::ordered_json scaling_object(const Scaling& scaling);

// Its text. Bytes that are no UTF-8 are replaced.
std::string json_scaling(const Scaling& scaling);

}  // namespace limpid::cli::scale
