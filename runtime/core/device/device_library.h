// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device library: it executes device constructs beside this runtime, and is called when the process ends.
#pragma once

namespace limpid::core {

// Records that there is one. Called before a tool starts, if the library starts it. tells_maps: the runtime sees
// the calls for all constructs, so that it can tell what they map; the library itself never does.
void note_library_of_devices(bool tells_maps);
// There is one, and nothing is told of its maps.
bool has_library_without_maps();

// Sets the function that the library wants called before tools end. There is at most one such library.
void at_end_of_tools(void (*end)());
void end_device_library();

// In the child of fork(2): the function was set for the parent's tool.
void forget_device_library();

}  // namespace limpid::core
