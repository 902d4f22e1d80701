// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the code of target tasks: whether it returned at once, with its work under way elsewhere,
// when it ran last. Such a task is better started by whoever creates it; one that runs all of its region is
// better left to whoever has time.
#pragma once

namespace limpid::core {

// Several constructs may share a note; then the last one counts.
bool is_launch(const void* code);
void note_launch(const void* code, bool launched);

}  // namespace limpid::core
