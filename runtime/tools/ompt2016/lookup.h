// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that a tool looks up by name (ompt_function_lookup_t).
#pragma once

#include <span>
#include <type_traits>

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

// The function of that name, or null. If the report has two spellings, both are known.
ompt_interface_fn_t lookup(const char* name);

// A row of a table of such functions.
struct Entry {
  const char* name;
  ompt_interface_fn_t function;
};

// A function of the runtime, which must have the type that the report gives it.
template <class Specified, class Ours>
ompt_interface_fn_t entry(Ours ours) {
  static_assert(std::is_same_v<Specified, Ours>, "the function has the specified type");
  return reinterpret_cast<ompt_interface_fn_t>(ours);
}

ompt_interface_fn_t find(std::span<const Entry> entries, const char* name);

}  // namespace limpid::tools::ompt2016
