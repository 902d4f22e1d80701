/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libompd.so answers beyond OMPD, for Limpid's own gdb commands and its live view: tasks that no thread runs, holders of locks,
 * the progress of barriers, numbers, where objects were created. Ownership is as in omp-tools.h; a vector is
 * released with the debugger's free, its handles with the ompd_rel_ function of their kind. */
#pragma once

#include "omp-tools.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a task does. */
typedef enum limpid_ompd_progress_t {
  limpid_ompd_runs = 1,
  limpid_ompd_suspended = 2, /* its thread runs another task on top of it, or waits in it */
  limpid_ompd_ready = 3,     /* in a queue */
  limpid_ompd_depends = 4,   /* waits for tasks that it depends on */
  limpid_ompd_over = 5,      /* complete; its children are not */
  limpid_ompd_detached = 6   /* its code has run, its event is not fulfilled */
} limpid_ompd_progress_t;

typedef struct limpid_ompd_thread_t {
  ompd_thread_handle_t* handle;
  uint64_t number;  /* the runtime's, from 1 */
  uint64_t lwp;     /* the kernel's; 0: it has not begun */
  uint64_t wait_id; /* 0: it does not wait */
  int64_t state;    /* ompt_state_t */
} limpid_ompd_thread_t;

typedef struct limpid_ompd_task_t {
  ompd_task_handle_t* handle; /* limpid_ompd_get_tasks only, otherwise NULL */
  uint64_t id;                /* 0: an implicit task that its thread has not begun */
  uint64_t parent_id;         /* of the generating task; 0: none */
  uint64_t region_id;         /* 0: the implicit region around the program */
  uint64_t thread_id;         /* runtime's number of the thread that runs it; 0: none */
  uint64_t created_at;        /* return address of the construct; 0: not known */
  uint64_t function;          /* 0: none (initial tasks) */
  int32_t progress;           /* limpid_ompd_progress_t */
  int32_t flags;              /* ompt_task_flag_t */
  int32_t priority;
  int32_t unmet;  /* predecessors that are not finished */
  uint64_t event; /* detached: the argument for omp_fulfill_event; otherwise 0 */
} limpid_ompd_task_t;

typedef struct limpid_ompd_region_t {
  uint64_t id; /* 0: the implicit region around the program */
  uint64_t created_at;
  uint64_t function;
  uint32_t threads;
  uint32_t requested;
  uint32_t level;
  uint32_t team_number;
  uint32_t league_size;
  uint32_t is_league;
} limpid_ompd_region_t;

/* A device of an engine, a library beside the runtime. What runs on it, and what OpenMP's state there is, the engine keeps for itself. */
typedef enum limpid_ompd_engine_t { limpid_ompd_llvm = 1, limpid_ompd_gcc = 2 } limpid_ompd_engine_t;
typedef struct limpid_ompd_device_t {
  int32_t number; /* OpenMP's */
  int32_t engine; /* limpid_ompd_engine_t */
  char type[64];  /* as the engine calls it: `sm_90` */
} limpid_ompd_device_t;

/* The devices that engines have initialized, in the order of their numbers. The host is none of them. */
ompd_rc_t limpid_ompd_get_devices(ompd_address_space_handle_t* process, limpid_ompd_device_t** devices,
                                  ompd_size_t* count);

/* The alive threads, in the order of their numbers. The number of reads grows with theirs. */
ompd_rc_t limpid_ompd_get_threads(ompd_address_space_handle_t* process, limpid_ompd_thread_t** threads,
                                  ompd_size_t* count);
ompd_rc_t limpid_ompd_get_thread_number(ompd_thread_handle_t* thread, uint64_t* number);

/* All tasks that are not complete, implicit ones included. */
ompd_rc_t limpid_ompd_get_tasks(ompd_address_space_handle_t* process, limpid_ompd_task_t** tasks,
                                ompd_size_t* count);
/* The same without handles: for very many. */
ompd_rc_t limpid_ompd_describe_tasks(ompd_address_space_handle_t* process, limpid_ompd_task_t** tasks,
                                     ompd_size_t* count);
ompd_rc_t limpid_ompd_get_task_info(ompd_task_handle_t* task, limpid_ompd_task_t* info);
ompd_rc_t limpid_ompd_get_region_info(ompd_parallel_handle_t* region, limpid_ompd_region_t* info);

/* The progress of a region's members at the barriers inside it: what the members that wait there wait for. Does not
 * cover the end of the region. */
typedef enum limpid_ompd_barrier_t {
  limpid_ompd_barrier_unknown = 0, /* some may have been released, or run a task while they wait */
  limpid_ompd_barrier_open = 1,    /* they have been released and are about to go on */
  limpid_ompd_barrier_held = 2,    /* each of them has arrived, not all of the others have */
  limpid_ompd_barrier_full = 3     /* all members have arrived, tasks are left */
} limpid_ompd_barrier_t;
ompd_rc_t limpid_ompd_get_barrier(ompd_parallel_handle_t* region, limpid_ompd_barrier_t* barrier);

/* The creator of a task, its creator, and so on: so many steps, from 1, or limpid_ompd_outermost. taken: how many
 * steps there were, or NULL. unavailable: there are fewer. */
#define limpid_ompd_outermost UINT32_MAX
ompd_rc_t limpid_ompd_get_creator(ompd_task_handle_t* task, uint32_t steps, ompd_task_handle_t** creator,
                                  uint32_t* taken);

/* The thread that holds the lock, nestable lock, critical or atomic section with that wait id. unavailable: none. */
ompd_rc_t limpid_ompd_get_lock_holder(ompd_address_space_handle_t* process, ompd_wait_id_t wait_id,
                                      ompd_thread_handle_t** thread);

/* The thread whose turn of ordered a thread waits for, or that executes the single construct whose copies it waits
 * for. unavailable: it waits for something else, or no thread has got there. */
ompd_rc_t limpid_ompd_get_awaited_thread(ompd_thread_handle_t* thread, ompd_thread_handle_t** awaited);

#ifdef __cplusplus
}
#endif
