// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which target tasks only launch an operation.
//
// Their code returned at once, with its work in flight, when it ran last. Their creator should start them. A
// task that runs its whole region is better left to an idle thread.
#pragma once

namespace limpid::core {

// Several constructs may share a note, which then holds the last one.
bool is_launch(const void* code);
void note_launch(const void* code, bool launched);

}  // namespace limpid::core
