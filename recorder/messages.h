// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::recorder {

// One line on stderr, with the recorder's name in front. Not for handlers.
[[gnu::format(printf, 1, 2)]] void message(const char* format, ...);

// From now on messages go there, each without its line's end, and not to stderr, which is the program's. Null: to stderr.
void hear_messages(void (*listener)(const char* text));

}  // namespace limpid::recorder
