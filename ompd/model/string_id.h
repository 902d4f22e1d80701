// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Printable ids of handles (OMPD 2.0).
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

using StringId = char[96];

// A printable name of a handle's object: letters, digits and underscores; the same for handles that compare as
// equal, and for no others. An implicit task's name is made of its region and number, so it exists before the
// task's thread begins it.
Rc make_string_id(const Handle& handle, StringId& text);

}  // namespace limpid::ompd
