// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_module.h"

#include <dlfcn.h>
#include <link.h>

namespace limpid::check {

CodeModule module_of(const void* code) {
  dl_find_object found;
  if (_dl_find_object(const_cast<void*>(code), &found) != 0) return {};
  const link_map* object = found.dlfo_link_map;
  return {object, object->l_name, reinterpret_cast<uintptr_t>(code) - object->l_addr};
}

}  // namespace limpid::check
