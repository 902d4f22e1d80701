// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access to private fields for the layout table.
#pragma once

namespace limpid {

// The friend of classes whose private fields a debugger must find. It only takes their offsets
// (tools/layout).
struct LayoutAccess;

}  // namespace limpid
