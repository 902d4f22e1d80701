// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of programs that LLVM's compilers built (libomptarget), if the process has one.
// It calls this runtime, and its routines are found by name; nothing is ever opened for it.
#pragma once

#include <stdint.h>

namespace limpid::abi {

// Searches for it at the first call, and again after note_device_library().
bool has_device_library();

// Called when something has happened that only such a library does: it is loaded by now.
void note_device_library();

// A routine that it exports, or null.
void* library_routine(const char* name);

// The same for a routine that this runtime has too: what concerns a device is for the library to answer,
// whichever of the two the program was linked with.
template <class Routine>
Routine* library_routine(Routine&, const char* name) {
  return reinterpret_cast<Routine*>(library_routine(name));
}

// Its number of devices, which is passed on to core; without a library those of GCC's engine (abi/gomp/engine.h).
int32_t count_devices();

}  // namespace limpid::abi
