// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diff/difference.h"

namespace limpid::cli::diff {

// Gathers what several runs say of the same things.
class Table {
 public:
  // Runs are numbered from 0; the first `before` of them are the ones before.
  Table(size_t before, size_t after) : before_(before), runs_(before + after) {}

  // The number of sampling rounds that `seconds` was computed from says how exact it is; 0: it was not sampled. Several
  // values of one run and one id add up. `row` is the description of the last one.
  void add(size_t run, const std::string& id, double seconds, double rounds, Row row);

  // The rows with their changes, in no particular order, by id.
  std::map<std::string, Row> rows() const;

 private:
  struct Values {
    Row row;
    std::vector<double> seconds;
    std::vector<double> rounds;
  };
  Measured measured(const Values& values, size_t begin, size_t end) const;

  size_t before_, runs_;
  std::map<std::string, Values> values_;
};

// Largest change first; what did not change comes last, the largest first.
std::vector<Row> by_change(std::vector<Row> rows);

}  // namespace limpid::cli::diff
