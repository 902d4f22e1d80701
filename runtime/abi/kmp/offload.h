// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library that executes the device constructs of programs that LLVM's compilers built (libomptarget), if
// the process has one. It calls this runtime and is asked by name; nothing is ever opened for it.
#pragma once

#include <stdint.h>

namespace limpid::abi {

// Looks for it at the first call, and again after note_device_library().
bool has_device_library();

// Something has happened that only such a library does: by now it is there.
void note_device_library();

// A routine that it exports, or null.
void* library_routine(const char* name);

// The same for one that this runtime has, too: what concerns a device is for the library to answer, whichever
// of the two the program was linked with.
template <class Routine>
Routine* library_routine(Routine&, const char* name) {
  return reinterpret_cast<Routine*>(library_routine(name));
}

// Its number of devices, which core is told; 0 without one.
int32_t count_devices();

}  // namespace limpid::abi
