// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "analysis/tree.h"

namespace limpid::cli::analysis {

// Longer names lose their middle.
inline constexpr size_t kLongestName = 80;

// `cg.cc:42`, or `libx.so` where there are no lines. Empty if nothing is known.
std::string short_place(const Tree::Key& key);

// The name of a function, or of the one around a construct, without its middle where it is very long.
std::string short_name(const Tree::Key& key);

// The words for one row of the tree: `parallel in solve`, `task in fib`, `<implicit barrier>`.
std::string label(const Tree::Key& key);

// `parallel in solve  cg.c:42`: a row's words and where it is, if that is known.
std::string label_and_place(const Tree::Key& key);

// Whether it is a function whose source is known and that is none of the C library: code that the author of the
// program can change.
bool is_authors(const Tree::Key& key);

}  // namespace limpid::cli::analysis
