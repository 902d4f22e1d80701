// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of thread states: what each interface calls them.
#pragma once

#include "core/data/state.h"

// clang-format off
// ROW(core::State, OMPT 5.1, OMPT of 2016 outside of regions and inside, Collector API outside and inside), the
// names without what they all begin or end with. Names and not numbers, because no file can include the headers
// of both OMPT. An adapter makes the cases of a switch of its columns: the compiler rejects a state without a row
// and one with two.
//
// A target region in a parallel region begins at nesting level 0, where core counts work as serial; OMPT of 2016
// counts it as parallel. The Collector API has no state for the newer waits: the runtime works for the region.
#define LIMPID_STATES(ROW)                                                                                                          \
  ROW(undefined,                       undefined,                       undefined,             undefined,             SERIAL, WORK)  \
  ROW(overhead,                        overhead,                        overhead,              overhead,              OVHD,   OVHD)  \
  ROW(work_serial,                     work_serial,                     work_serial,           work_parallel,         SERIAL, WORK)  \
  ROW(work_parallel,                   work_parallel,                   work_parallel,         work_parallel,         SERIAL, WORK)  \
  ROW(work_reduction,                  work_reduction,                  work_reduction,        work_reduction,        REDUC,  REDUC) \
  ROW(idle,                            idle,                            idle,                  idle,                  IDLE,   IDLE)  \
  ROW(wait_barrier_explicit,           wait_barrier_explicit,           wait_barrier_explicit, wait_barrier_explicit, EBAR,   EBAR)  \
  ROW(wait_barrier_implicit_workshare, wait_barrier_implicit_workshare, wait_barrier_implicit, wait_barrier_implicit, IBAR,   IBAR)  \
  ROW(wait_barrier_implicit_parallel,  wait_barrier_implicit_parallel,  wait_barrier_implicit, wait_barrier_implicit, IBAR,   IBAR)  \
  ROW(wait_barrier_implementation,     wait_barrier_implementation,     wait_barrier,          wait_barrier,          IBAR,   IBAR)  \
  ROW(wait_barrier_teams,              wait_barrier_teams,              wait_barrier_implicit, wait_barrier_implicit, IBAR,   IBAR)  \
  ROW(wait_taskwait,                   wait_taskwait,                   wait_taskwait,         wait_taskwait,         SERIAL, OVHD)  \
  ROW(wait_taskgroup,                  wait_taskgroup,                  wait_taskgroup,        wait_taskgroup,        SERIAL, OVHD)  \
  ROW(wait_lock,                       wait_lock,                       wait_lock,             wait_lock,             LKWT,   LKWT)  \
  ROW(wait_nest_lock,                  wait_lock,                       wait_lock,             wait_lock,             LKWT,   LKWT)  \
  ROW(wait_critical,                   wait_critical,                   wait_critical,         wait_critical,         CTWT,   CTWT)  \
  ROW(wait_atomic,                     wait_atomic,                     wait_atomic,           wait_atomic,           ATWT,   ATWT)  \
  ROW(wait_ordered,                    wait_ordered,                    wait_ordered,          wait_ordered,          ODWT,   ODWT)  \
  ROW(wait_target,                     wait_target,                     wait_target,           wait_target,           SERIAL, OVHD)  \
  ROW(wait_target_map,                 wait_target_map,                 wait_target_data,      wait_target_data,      SERIAL, OVHD)  \
  ROW(wait_target_update,              wait_target_update,              wait_target_update,    wait_target_update,    SERIAL, OVHD)
// clang-format on
