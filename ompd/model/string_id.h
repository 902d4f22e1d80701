// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

using StringId = char[96];

// A printable name of a handle's object: letters, digits and underscores; the same for handles that compare
// as equal, and for no others. An implicit task is named by its region and number, so that it has its name
// before its thread begins with it.
Rc make_string_id(const Handle& handle, StringId& text);

}  // namespace limpid::ompd
