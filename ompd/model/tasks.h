// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks and regions, and how they are nested.
#pragma once

#include "model/handle.h"
#include "target/reader.h"

namespace limpid::ompd {

// ---- Regions

// The thread's region; the one that begins or ends while it is announced. unavailable: the thread is idle, or has
// not yet seen that its region is over.
Rc current_region(const Process& process, const Object& thread, Object& region);

// unavailable: region is the implicit region around the whole program.
Rc enclosing_region(const Process& process, const Object& region, Object& enclosing);
Rc region_of_task(const Process& process, const Object& task, Object& region);

// stale_handle if the region is over: its team does not run it, its leader is not in it any more, and it is not
// announced.
Rc check_region(const Process& process, const Object& region);

// How many threads are in it; they are numbered from 0.
Rc region_size(const Process& process, const Object& region, uint32_t& threads);
Rc thread_in_region(const Process& process, const Object& region, int64_t number, Object& thread);
Rc implicit_task_in_region(const Process& process, const Object& region, int64_t number, Object& task);

// ---- Tasks

// unavailable: the thread is idle, or has not yet seen that its region is over.
Rc current_task(const Process& process, const Object& thread, Object& task);

// The encountering task of the construct; unavailable for the initial task.
Rc generating_task(const Process& process, const Object& task, Object& generating);

// The task that its thread suspended to run it; unavailable if it does not run, or there is none: the thread of
// an implicit task was idle, except the encountering thread.
Rc scheduling_task(const Process& process, const Object& task, Object& scheduling);

// stale_handle if the task is complete.
Rc check_task(const Process& process, const Object& task);

// Whether its thread has begun an implicit task of a region that goes on: before that only its number and its
// function are known. True for other tasks.
bool has_begun(Reader& reader, uint64_t task);

// The program's function; unavailable for initial tasks.
Rc task_function(const Process& process, const Object& task, uint64_t& address);

// Addresses in frames, null where there is none. The runtime's frames of a task are those between its exit
// and the enter of the task that was suspended for it.
struct FrameInfo {
  uint64_t exit, enter;
  int64_t exit_flags, enter_flags;  // ompt_frame_flag_t
};
inline constexpr int64_t kProgramStack = 0x31;  // ompt_frame_application | ompt_frame_stackaddress
Rc task_frame(const Process& process, const Object& task, FrameInfo& frame);

// ---- For callers that have checked the handle, or that use what they have just read

bool is_explicit(Reader& reader, uint64_t task);
bool has_flag(Reader& reader, uint64_t task, Name flag);

// The slot that an implicit or initial task is part of.
uint64_t slot_around(const Process& process, uint64_t implicit_task);
uint64_t implicit_task_below(Reader& reader, uint64_t task);
uint64_t slot_of_number(Reader& reader, uint64_t team, uint64_t number);

// The task below a running one, for an implicit task on the stack of the encountering thread; the runtime's own
// range tasks are skipped. 0: none.
uint64_t level_below(Reader& reader, uint64_t task);
uint64_t without_range_tasks(Reader& reader, uint64_t task);
uint64_t running_task(Reader& reader, uint64_t thread);

bool goes_on(Reader& reader, uint64_t team);
uint64_t region_identity(Reader& reader, uint64_t team);
Object region_object(Reader& reader, uint64_t team);
Object task_object(Reader& reader, uint64_t task);

// No chain of tasks is longer.
inline constexpr uint32_t kMostLevels = 1 << 16;

}  // namespace limpid::ompd
