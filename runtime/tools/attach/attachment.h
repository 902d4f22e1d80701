// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the attached tool learns about its start and about the threads that were there before it.
#pragma once

#include "attach_request.h"

namespace limpid::tools::attach {

extern const formats::Attachment kAttachment;

// A new attachment: it is not ending, and nothing was said.
void begin_attachment();
// From here on is_ending() says so.
void mark_ending();

// For the command: what went wrong.
void say(const char* text);

}  // namespace limpid::tools::attach
