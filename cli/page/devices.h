// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "analysis/timeline.h"

namespace limpid::cli::page {

// The rows of devices in the page's timeline, in columns. Where there are too many spans for a screen, short neighbours of one
// kind and place are one: the sums stay those of the report.
nlohmann::ordered_json devices_json(const std::vector<analysis::DeviceRow>& rows);

}  // namespace limpid::cli::page
