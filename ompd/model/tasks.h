// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks and the regions they are in: who is below whom.
#pragma once

#include "model/handle.h"
#include "target/reader.h"

namespace limpid::ompd {

// ---- Regions

// The region the thread is in; that which begins or ends while it is announced. unavailable: the thread is
// idle, or has not noticed yet that its region is over.
Rc current_region(const Process& process, const Object& thread, Object& region);

// unavailable: it is the implicit region around the whole program.
Rc enclosing_region(const Process& process, const Object& region, Object& enclosing);
Rc region_of_task(const Process& process, const Object& task, Object& region);

// stale_handle if the region is over: neither does its team run it, nor is its leader still in it, nor has a
// breakpoint function of OMPD just named it.
Rc check_region(const Process& process, const Object& region);

// How many threads are in it; that many are numbered from 0.
Rc region_size(const Process& process, const Object& region, uint32_t& threads);
Rc thread_in_region(const Process& process, const Object& region, int64_t number, Object& thread);
Rc implicit_task_in_region(const Process& process, const Object& region, int64_t number, Object& task);

// ---- Tasks

// unavailable: the thread is idle, or has not noticed yet that its region is over.
Rc current_task(const Process& process, const Object& thread, Object& task);

// The task that met the construct; unavailable for the initial task.
Rc generating_task(const Process& process, const Object& task, Object& generating);

// What its thread suspended to run it; unavailable if it does not run, or there is none: the thread of an
// implicit task was idle, but for the one that met the construct.
Rc scheduling_task(const Process& process, const Object& task, Object& scheduling);

// stale_handle if the task is complete.
Rc check_task(const Process& process, const Object& task);

// Whether its thread has begun with an implicit task of a region that goes on: before that only its place and
// its function are known. True for other tasks.
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

// ---- For those who have checked the handle, or build on what was read a moment ago

bool is_explicit(Reader& reader, uint64_t task);
bool has_flag(Reader& reader, uint64_t task, Name flag);

// The slot of an implicit or initial task is around it; that of an explicit one below it.
uint64_t slot_around(const Process& process, uint64_t implicit_task);
uint64_t implicit_task_below(Reader& reader, uint64_t task);
uint64_t slot_of_number(Reader& reader, uint64_t team, uint64_t number);

// What is below a task that runs, for an implicit one on the stack of the thread that met the construct:
// without the runtime's own range tasks. 0: nothing.
uint64_t level_below(Reader& reader, uint64_t task);
uint64_t without_carriers(Reader& reader, uint64_t task);
uint64_t running_task(Reader& reader, uint64_t thread);

bool goes_on(Reader& reader, uint64_t team);
uint64_t region_identity(Reader& reader, uint64_t team);
Object region_object(Reader& reader, uint64_t team);
Object task_object(Reader& reader, uint64_t task);

// No chain of tasks is longer.
inline constexpr uint32_t kMostLevels = 1 << 16;

}  // namespace limpid::ompd
