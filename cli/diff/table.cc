// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/table.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace limpid::cli::diff {
namespace {

// Rounds of samples come at exponentially distributed distances, and each sample stands for the distance to the next
// one: both their number and their weights vary, so the variance is twice that of a count.
double error_of(double seconds, double rounds) {
  return rounds > 0 ? seconds * std::sqrt(2 / rounds) : 0;
}

}  // namespace

void Table::add(size_t run, const std::string& id, double seconds, double rounds, Row row) {
  Values& values = values_[id];
  if (values.seconds.empty()) {
    values.seconds.resize(runs_);
    values.rounds.resize(runs_);
  }
  values.row = std::move(row);
  values.seconds[run] += seconds;
  values.rounds[run] += rounds;
}

Measured Table::measured(const Values& values, size_t begin, size_t end) const {
  Measured measured;
  for (size_t run = begin; run < end; ++run) {
    measured.runs.push_back(values.seconds[run]);
    measured.error = std::max(measured.error, error_of(values.seconds[run], values.rounds[run]));
  }
  return measured;
}

std::map<std::string, Row> Table::rows() const {
  std::map<std::string, Row> rows;
  for (const auto& [id, values] : values_) {
    Row row = values.row;
    row.change = compare(measured(values, 0, before_), measured(values, before_, runs_));
    rows.emplace(id, std::move(row));
  }
  return rows;
}

std::vector<Row> by_change(std::vector<Row> rows) {
  const auto rank = [](const Row& row) {
    const Change& change = row.change;
    const bool same = change.verdict == Verdict::same;
    return std::tuple(same, same ? -std::max(change.before, change.after) : -std::abs(change.difference()));
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return rank(a) < rank(b); });
  return rows;
}

}  // namespace limpid::cli::diff
