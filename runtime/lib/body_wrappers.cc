// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of functions that wrap a task's body, for the layout table.
#include <stddef.h>

#include "abi/kmp/task_record.h"
#include "tools/layout/body_wrapper.h"

namespace limpid::tools::layout {

const BodyWrapper g_body_wrappers[kBodyWrappers] = {
    {abi::run_record, offsetof(abi::TaskRecord, routine)},
};

}  // namespace limpid::tools::layout
