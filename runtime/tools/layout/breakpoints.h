// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that do nothing: a debugger stops in them.
#pragma once

extern "C" {
void ompd_dll_locations_valid();
void ompd_bp_parallel_begin();
void ompd_bp_parallel_end();
void ompd_bp_task_begin();
void ompd_bp_task_end();
void ompd_bp_thread_begin();
void ompd_bp_thread_end();
void ompd_bp_device_begin();
void ompd_bp_device_end();
}
