// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid {

// The friend of classes whose private fields a debugger has to find: it only takes their offsets
// (tools/layout).
struct LayoutAccess;

}  // namespace limpid
