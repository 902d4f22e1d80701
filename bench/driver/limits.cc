// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "limits.h"

namespace bench {
namespace {

constexpr double kLeastMeanGcc = 1.6, kLeastMeanClang = 3;

struct Exception {
  std::string_view construct;
  std::string_view compiler;
  double fitting, crowded;  // floors
};

constexpr Exception kExceptions[] = {
    {"teams", "gcc", 0.06, 0.08},
    {"task-undeferred", "gcc", 0.5, 0.5},
    {"task-final", "gcc", 0.6, 0.55},
    {"critical-alone", "gcc", 0.9, 0.85},
    {"doacross-line-dynamic-1", "gcc", 0.7, kFloor},
    {"taskwait-depend", "gcc", 0.8, kFloor},
    {"taskloop-grain-1", "gcc", 0.8, kFloor},
    {"get-level", "gcc", 0.75, 0.75},
    {"lock-lifetime", "gcc", 0.75, 0.75},
    {"nest-lock-again", "gcc", 0.8, 0.8},
    {"taskyield", "gcc", 0.7, 0.7},
    {"doacross-line-static-1", "clang", kFloor, 0.7},
    {"atomic-long-double", "clang", kFloor, 0.5},
    {"atomic-int128", "clang", kFloor, 0.5},
};

}  // namespace

double least_mean(const Conditions& conditions) {
  return conditions.compiler == "gcc" ? kLeastMeanGcc : kLeastMeanClang;
}

double floor_of(std::string_view construct, const Conditions& conditions) {
  for (const Exception& exception : kExceptions) {
    if (exception.construct == construct && exception.compiler == conditions.compiler)
      return conditions.crowded ? exception.crowded : exception.fitting;
  }
  return kFloor;
}

bool surely_below(const Verdict& verdict, const Conditions& conditions) {
  return !verdict.ratios.empty() &&
         median_interval(verdict.ratios).high < floor_of(verdict.construct.name, conditions);
}

}  // namespace bench
