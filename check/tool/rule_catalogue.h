// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every rule by name: what it demands, in one sentence.
#pragma once

#include <cstddef>

namespace limpid::check {

struct Rule {
  const char* name;
  const char* statement;
};

extern const Rule kRules[];
extern const size_t kRuleCount;

// "" for a name that is no rule's: the self-test fails then.
const char* statement_of(const char* rule);

}  // namespace limpid::check
