// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/result.h"

namespace limpid::cli::check {

// What a program says of the events that it causes, in a comment at its top:
//   expect: WORD [+ WORD…] =|>=|<= SUM [| FAMILY…: REASON]
// A word may hold '*'. A sum is made of products of numbers and of T, the number of threads: "2 + 2 * T".
// Behind the bar stand the families of compilers for which the expectation does not hold, and why.
struct Expectation {
  enum class Relation { equal, at_least, at_most };
  std::string source;  // as it was written
  std::vector<std::string> words;
  Relation relation = Relation::equal;
  std::string sum;
  std::vector<std::string> not_for;
};

// Empty, and *problem says why, if the line is none.
std::optional<Expectation> parse_expectation(const std::string& line, std::string* problem);

// The value of a sum for this number of threads; empty if it is none.
std::optional<int64_t> value_of(const std::string& sum, int threads);

// How a run answered an expectation.
struct Answer {
  enum class Kind { met, lost, surplus };
  Kind kind = Kind::met;
  std::string callback;  // whose events they are; empty if no callback has such words
  bool deviation = false;
  int64_t expected = 0;
  int64_t seen = 0;
};

// Events that do not come are a deviation only of a runtime that promised to tell every one: the callback is
// registered as always. Events that come too often are one in any case.
Answer judge(const Expectation& expectation, int threads, const ProcessResult& result);

}  // namespace limpid::cli::check
