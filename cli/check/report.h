// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "base/style.h"
#include "check/verdict.h"

namespace limpid::cli::check {

// What a report is about.
struct Subject {
  std::string library;       // the runtime's file
  std::string compilers;     // "gcc 12.2.0, clang 22.1.8"; empty for a program of the user's own
  size_t programs = 0;       // of the own set
  std::vector<int> threads;  // empty: as the environment said
  std::string program;       // the user's own
  std::string ending;        // how that one ended
};

// The table for people.
std::string text_report(const Subject& subject, const Verdict& verdict, const Style& style);

// One JSON object (docs/check-json.md).
std::string json_report(const Subject& subject, const Verdict& verdict);

// Where code is, for people: "function (module)", or "function at FILE:LINE (module)" if the module has debug
// information.
std::string code_place(const Finding& finding);

}  // namespace limpid::cli::check
