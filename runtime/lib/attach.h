// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tools that are attached while the program runs: what the rest of lib/ needs to know of them.
#pragma once

namespace limpid::lib {

// At the end of the process, and before a tool is looked for: waits, not for long, until nobody is in the midst of
// starting or ending an attached tool.
void await_attachment();

// In a fork's child: no thread is in the midst of taking a request. Async-signal-safe.
void forget_injected_call();

}  // namespace limpid::lib
