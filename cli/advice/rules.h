// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each rule looks at one thing and adds what it has to say. docs/advice.md has a heading for each.
#pragma once

#include <cstdint>
#include <vector>

#include "advice/advice.h"

namespace limpid::cli::advice {

using Findings = std::vector<Advice>;

void advise_on_short_regions(const analysis::Analysis& analysis, Findings& findings);
void advise_on_fine_tasks(const analysis::Analysis& analysis, Findings& findings);
void advise_on_fine_chunks(const analysis::Analysis& analysis, Findings& findings);
void advise_on_imbalance(const analysis::Analysis& analysis, Findings& findings);
void advise_on_locks(const analysis::Analysis& analysis, Findings& findings);
void advise_on_serial_code(const analysis::Analysis& analysis, Findings& findings);
void advise_on_processors(const analysis::Analysis& analysis, Findings& findings);
void advise_on_devices(const analysis::Analysis& analysis, Findings& findings);
void advise_on_settings(const analysis::Analysis& analysis, Findings& findings);

}  // namespace limpid::cli::advice
