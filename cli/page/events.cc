// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/events.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/label.h"
#include "base/seconds.h"
#include "page/microseconds.h"

namespace limpid::cli::page {
namespace {

using analysis::Analysis;
using tracing::Result;
using Json = nlohmann::ordered_json;

// Row of a thread in the report; the number of rows if it has none there.
size_t row_of(const Analysis& analysis, const Result& result, size_t stream) {
  const auto found =
      std::find_if(analysis.threads.begin(), analysis.threads.end(), [&](const analysis::Thread& t) {
        return t.process == result.process && t.id == result.threads[stream];
      });
  return static_cast<size_t>(found - analysis.threads.begin());
}

// Columns, of the stretches of all threads one after the other. Moments are rounded, not lengths.
class EventColumns {
 public:
  explicit EventColumns(const Analysis& analysis) : analysis_(analysis) {}

  void add(const Result& result) {
    const uint64_t began_ns = analysis_.processes[result.process].begin_ns;
    const size_t first = constructs_.size();
    for (const tracing::NamedConstruct& construct : result.constructs)
      constructs_.push_back(tracing::label(construct) + "  " + analysis::short_place(construct.place));
    const auto& rows = result.picture.rows();
    for (size_t stream = 0; stream < rows.size(); ++stream)
      add_row(result, stream, rows[stream], began_ns, first);
    for (const tracing::PathSpan& span : result.model.path_spans) {
      if (span.thread >= result.threads.size()) continue;
      path_rows_.push_back(row_of(analysis_, result, span.thread));
      path_begins_.push_back(us(began_ns + span.begin_ns));
      path_ends_.push_back(us(began_ns + span.end_ns));
    }
    grain_ns_ = std::max(grain_ns_, result.picture.grain_ns());
  }

  Json finish() {
    Json out;
    out["grain_s"] = s(grain_ns_);
    out["constructs"] = std::move(constructs_);
    out["rows"] = std::move(rows_);
    out["counts"] = std::move(counts_);
    out["gaps_us"] = std::move(gaps_);
    out["lengths_us"] = std::move(lengths_);
    out["kinds"] = std::move(kinds_);
    out["what"] = std::move(what_);
    out["path"] = {{"rows", path_rows_}, {"begins_us", path_begins_}, {"ends_us", path_ends_}};
    return out;
  }

 private:
  void add_row(const Result& result, size_t stream, const std::vector<tracing::Shown>& row, uint64_t began_ns,
               size_t first) {
    rows_.push_back(row_of(analysis_, result, stream));
    counts_.push_back(row.size());
    uint64_t end_us = 0;
    for (const tracing::Shown& shown : row) {
      const uint64_t begin_us = std::max(end_us, us(began_ns + shown.begin_ns));
      gaps_.push_back(begin_us - end_us);
      end_us = std::max(begin_us, us(began_ns + shown.end_ns));
      lengths_.push_back(end_us - begin_us);
      kinds_.push_back(static_cast<int>(shown.kind));
      what_.push_back(first + shown.construct);
    }
  }

  const Analysis& analysis_;
  uint64_t grain_ns_ = 0;
  Json constructs_ = Json::array(), rows_ = Json::array(), counts_ = Json::array(), gaps_ = Json::array(),
       lengths_ = Json::array(), kinds_ = Json::array(), what_ = Json::array(), path_rows_ = Json::array(),
       path_begins_ = Json::array(), path_ends_ = Json::array();
};

}  // namespace

Json events_json(const Analysis& analysis, const std::vector<Result>& traces) {
  if (traces.empty()) return nullptr;
  EventColumns columns(analysis);
  for (const Result& result : traces) columns.add(result);
  return columns.finish();
}

}  // namespace limpid::cli::page
