// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error directive with at(execution) (OpenMP 5.1, section 2.5.4).
#include <string.h>

#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/team/error_directive.h"

using namespace limpid;
using abi::Ident;

extern "C" {

// severity: 1 warning, 2 fatal. message may be null.
void __kmpc_error(const Ident*, int32_t severity, const char* message) {
  constexpr int32_t kFatal = 2;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::report_error(self, severity == kFatal, message, message != nullptr ? strlen(message) : 0);
}
}
