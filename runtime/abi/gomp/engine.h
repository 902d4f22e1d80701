// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine of GCC's programs: GCC's own libgomp, which executes what concerns a device.
//
// It is opened by its path beside this runtime when a program with device images first asks for a device. Tasks,
// dependences, nowait and everything on the host stay here: it is called synchronously, for one construct or
// routine at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/gomp/images.h"
#include "core/data/thread.h"
#include "core/device/engine_memory.h"

namespace limpid::abi {

struct Engine {
  ImageTaker images;
  core::EngineMemory memory;
  int (*count)();
  void (*target)(int, void (*)(void*), size_t, void**, size_t*, unsigned short*, unsigned, void**, void**);
  void (*begin_data)(int, size_t, void**, size_t*, unsigned short*);
  void (*end_data)();
  void (*update)(int, size_t, void**, size_t*, unsigned short*, unsigned, void**);
  void (*enter_exit_data)(int, size_t, void**, size_t*, unsigned short*, unsigned, void**);
  int (*is_present)(const void*, int);
  int (*associate)(const void*, const void*, size_t, size_t, int);
  int (*disassociate)(const void*, int);
  // From GCC 13 on, else null.
  int (*is_accessible)(const void*, size_t, int);
  void* (*mapped)(const void*, int);
  bool states_operations;  // through our stand-in for its plug-in
};

// Null: no image, no engine, no plug-in or no device. Opens it at the first call with an image; may start tools.
const Engine* engine_slowly();
inline const Engine* engine() {
  if (!has_images()) [[likely]]
    return nullptr;
  return engine_slowly();
}

// The number of its devices.
int32_t count_engine_devices();

// The number of a device of the engine that a construct or routine means, which is then initialized and
// introduced to tools; kHostItself: it means the host, or there is no such device. number: as in core/device/target.h.
int32_t engine_device(core::Thread& self, int32_t number);

// For what GCC's plug-ins import of their libgomp.so.1: a function of the engine; null if none has been opened.
void* function_of_engine(const char* name);

}  // namespace limpid::abi
