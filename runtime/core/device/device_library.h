// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that executes device constructs beside this runtime, as far as the end of the process knows it.
#pragma once

namespace limpid::core {

// There is one. Said before a tool starts, if the library starts it.
void note_library_of_devices();
bool has_library_of_devices();

// What the library wants to be done before tools end. There is one such library at most.
void at_end_of_tools(void (*end)());
void end_device_library();

// In a fork's child: what it wanted was for the parent's tool.
void forget_device_library();

}  // namespace limpid::core
