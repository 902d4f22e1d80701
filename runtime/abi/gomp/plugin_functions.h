// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of a plug-in of GCC's libgomp, by name and type.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::abi {

// What libgomp needs of a plug-in for OpenMP, from GCC 12 on. Later releases pass more arguments to some of them:
// the words that follow. Behind `run` is what plug-ins have from GCC 14, 15 and 16 on; null: this one has not.
struct PluginFunctions {
  using Untouched = void();  // whatever its type: nobody here calls it
  unsigned (*version)();
  const char* (*get_name)();
  unsigned (*get_caps)();
  int (*get_type)();
  int (*get_num_devices)(uintptr_t);
  bool (*init_device)(int);
  bool (*fini_device)(int);
  int (*load_image)(int, unsigned, const void*, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
  bool (*unload_image)(int, unsigned, const void*);
  void* (*alloc)(int, size_t);
  bool (*free)(int, void*);
  bool (*dev2host)(int, void*, const void*, size_t);
  bool (*host2dev)(int, void*, const void*, size_t);
  bool (*dev2dev)(int, void*, const void*, size_t);
  void (*run)(int, void*, void*, void**);
  // Sizes and offsets of the last dimension are in bytes, the others count elements; a device below 0 is the host.
  int (*memcpy2d)(int, int, size_t, size_t, void*, size_t, size_t, size_t, const void*, size_t, size_t,
                  size_t);
  int (*memcpy3d)(int, int, size_t, size_t, size_t, void*, size_t, size_t, size_t, size_t, size_t,
                  const void*, size_t, size_t, size_t, size_t, size_t);
  Untouched *get_uid, *interop, *get_interop_int, *get_interop_ptr, *get_interop_str, *get_interop_type_desc;
  Untouched *memset, *is_accessible_ptr, *can_run;
  Untouched *managed_alloc, *managed_free, *page_locked_host_alloc, *page_locked_host_free;
};

// The stand-in for a plug-in (see offload/) exports a PluginFunctions under this name, which the runtime fills in
// before libgomp sees it.
inline constexpr char kPluginFunctionsName[] = "limpid_plugin_functions";

}  // namespace limpid::abi
