// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Each group is one file; cases of a group run one after another in one process.
void region_cases();
void work_cases();
void sync_cases();
void task_cases();
void cancel_cases();
void tool_cases();
void entry_cases();
void llvm_task_cases();  // built by Clang
