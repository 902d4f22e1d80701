// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "trace/result.h"

namespace limpid::cli::page {

// For analysis::Options::condense: keeps the timeline as small as a page needs it.
void keep_small(analysis::Timeline& timeline, const analysis::Analysis& so_far);

// What a page shows, as JSON: the report (docs/report-json.md), and what only a picture needs (docs/page.md).
std::string page_data(const analysis::Analysis& analysis, const analysis::Selection& selection,
                      const std::vector<tracing::Result>& traces = {});

// `empty_page` with a title, and the data, packed, in its place. Throws Failure if it has no such place.
std::string filled(std::string empty_page, const std::string& title, const std::string& data);

// The whole page: `empty_page` with the run's name as title, and the data, packed, in its place.
std::string document(const analysis::Analysis& analysis, const analysis::Selection& selection,
                     std::string empty_page, const std::vector<tracing::Result>& traces = {});

}  // namespace limpid::cli::page
