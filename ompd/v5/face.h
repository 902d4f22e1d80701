// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of OpenMP 5.x have in common: from their types to the model's and back.
#pragma once

#include "model/handle.h"
#include "omp-tools.h"

namespace limpid::ompd::v5 {

// The debugger's callbacks of the last ompd_initialize. The process of a call comes with its handle.
extern const Access kAccess;
bool is_initialized();

// The OMPT state for one of the State names.
ompt_state_t number_of(Name state);

inline ompd_rc_t code(Rc rc) {
  return static_cast<ompd_rc_t>(rc);
}

}  // namespace limpid::ompd::v5
