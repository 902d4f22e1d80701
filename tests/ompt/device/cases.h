// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Each group is a process of its own: the life of a device starts once.
void first_target_cases();
void first_memory_cases();
void first_race_cases();
void finalize_cases();
void finalize_race_cases();
void no_device_cases();
void construct_cases();
void task_cases();
void memory_cases();
void alone_cases();
void trace_control_cases();
void trace_end_cases();
void trace_slow_cases();
void trace_request_cases();
void trace_leave_cases();
void record_cases();
void trace_fork_cases();
void llvm_cases();
