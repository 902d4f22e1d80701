/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * OMPT as the OpenMP tools working group's technical report of 31 May 2016 has it (interface version 2), for
 * C and C++: what came before the OMPT of OpenMP 5.0. A tool defines ompt_tool, and gets everything else
 * through the lookup function that its initializer is handed. A file includes either this header or
 * omp-tools.h: they use the same names for different things.
 *
 * Callbacks run on the thread on which the event happens. They may use no OpenMP construct; what they do with
 * OpenMP is not reported. Of the functions those of section 5 (inquiry) are async-signal-safe, except that a
 * tool must not ask a device for its time in a signal handler.
 *
 * Where the report contradicts itself, this is what holds:
 *   - text before appendix: ompt_target_set_trace_ompt takes an event, the buffer request callback a device;
 *   - ompt_task_target is the task type (4); the kinds of target construct are ompt_target and so on;
 *   - the record for events of locks and data maps, which the report uses without defining them, mirror the
 * callbacks.
 */
#ifndef OMPT_2016_H
#define OMPT_2016_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h> /* the report's _Bool, under the name that C++ has too */
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Mark functions that are looked up: through what the initializer gets, and through what a device has. */
#define OMPT_API
#define OMPT_TARG_API

/* ---- What threads do (section 2, A.1) ---- */

typedef enum omp_state_e {
  omp_state_idle = 0x00,          /* waits for work */
  omp_state_work_serial = 0x10,   /* outside all parallel regions */
  omp_state_work_parallel = 0x11, /* in a parallel region */
  omp_state_work_reduction = 0x12,
  omp_state_overhead = 0x20,              /* in the runtime, not waiting */
  omp_state_wait_barrier = 0x40,          /* a barrier of the runtime's own; in a barrier of no kind */
  omp_state_wait_barrier_implicit = 0x41, /* at the end of a region or worksharing construct */
  omp_state_wait_barrier_explicit = 0x42,
  omp_state_wait_taskwait = 0x50,
  omp_state_wait_taskgroup = 0x51,
  omp_state_wait_mutex = 0x60, /* of no kind; not reported by this runtime */
  omp_state_wait_lock = 0x61,  /* a lock or nestable lock; from here to ordered there is a wait id */
  omp_state_wait_critical = 0x62,
  omp_state_wait_atomic = 0x63,
  omp_state_wait_ordered = 0x64,
  omp_state_wait_target = 0x70,
  omp_state_wait_target_data = 0x71,
  omp_state_wait_target_update = 0x72,
  omp_state_undefined = 0x80 /* a thread that OpenMP does not know */
} omp_state_t;

/* ---- Events (section 3, A.2) ---- */

typedef enum ompt_event_e {
  /* mandatory */
  ompt_event_thread_begin = 1,      /* ompt_thread_begin_callback_t */
  ompt_event_thread_end = 2,        /* ompt_thread_end_callback_t */
  ompt_event_parallel_begin = 3,    /* ompt_parallel_begin_callback_t */
  ompt_event_parallel_end = 4,      /* ompt_parallel_end_callback_t */
  ompt_event_task_create = 5,       /* ompt_task_create_callback_t */
  ompt_event_task_schedule = 6,     /* ompt_task_schedule_callback_t */
  ompt_event_implicit_task = 7,     /* ompt_scoped_implicit_callback_t */
  ompt_event_target = 8,            /* ompt_scoped_target_callback_t */
  ompt_event_target_data = 9,       /* ompt_target_data_callback_t */
  ompt_event_target_submit = 10,    /* ompt_target_submit_callback_t */
  ompt_event_control = 11,          /* ompt_control_callback_t */
  ompt_event_runtime_shutdown = 12, /* ompt_callback_t */

  /* for blame shifting */
  ompt_event_idle = 13,             /* ompt_idle_callback_t */
  ompt_event_sync_region_wait = 14, /* ompt_scoped_sync_region_callback_t */
  ompt_event_mutex_release = 15,    /* ompt_mutex_callback_t */

  /* for instrumentation */
  ompt_event_task_dependences = 16,     /* ompt_task_dependences_callback_t */
  ompt_event_task_dependence_pair = 17, /* ompt_task_dependence_callback_t */
  ompt_event_worksharing = 18,          /* ompt_scoped_worksharing_callback_t */
  ompt_event_master = 19,               /* ompt_scoped_master_callback_t */
  ompt_event_target_data_map = 20,      /* ompt_target_data_map_callback_t */
  ompt_event_sync_region = 21,          /* ompt_scoped_sync_region_callback_t */
  ompt_event_init_lock = 22,            /* ompt_lock_init_callback_t */
  ompt_event_destroy_lock = 23,         /* ompt_lock_destroy_callback_t */
  ompt_event_mutex_acquire = 24,        /* ompt_mutex_acquire_callback_t */
  ompt_event_mutex_acquired = 25,       /* ompt_mutex_callback_t */
  ompt_event_nested_lock = 26,          /* ompt_scoped_nested_lock_callback_t */
  ompt_event_flush = 27                 /* ompt_flush_callback_t */
} ompt_event_t;

/* ---- Types (section 4, A.3) ---- */

/* Ids are unique until the runtime is shut down; 0 is none. */
typedef uint64_t ompt_thread_id_t;
typedef uint64_t ompt_parallel_id_t;
typedef uint64_t ompt_task_id_t;
typedef uint64_t ompt_target_id_t; /* of a target region, and of an operation in one */
typedef uint64_t ompt_wait_id_t;   /* what a thread waits for: the address of a lock, say */
typedef void ompt_target_device_t;
typedef uint64_t ompt_target_time_t; /* nanoseconds on the device's clock */
typedef void ompt_target_buffer_t;
typedef uint64_t ompt_target_buffer_cursor_t;

#define ompt_thread_id_none 0
#define ompt_parallel_id_none 0
#define ompt_task_id_none 0
#define ompt_target_id_none 0
#define ompt_mutex_kind_unknown 0
#define ompt_hwid_none (-1)
#define ompt_dev_task_none (~0ULL)
#define ompt_time_none (~0ULL)

typedef enum ompt_thread_type_e {
  ompt_thread_initial = 1,
  ompt_thread_worker = 2,
  ompt_thread_other = 3,
  ompt_thread_unknown = 4
} ompt_thread_type_t;

typedef enum ompt_scope_endpoint_e { ompt_scope_begin = 1, ompt_scope_end = 2 } ompt_scope_endpoint_t;

typedef enum ompt_sync_region_kind_e {
  ompt_sync_region_barrier = 1,
  ompt_sync_region_taskwait = 2,
  ompt_sync_region_taskgroup = 3
} ompt_sync_region_kind_t;

typedef enum ompt_target_data_op_e {
  ompt_target_data_alloc = 1,
  ompt_target_data_transfer_to_dev = 2,
  ompt_target_data_transfer_from_dev = 3,
  ompt_target_data_delete = 4
} ompt_target_data_op_t;

typedef enum ompt_worksharing_type_e {
  ompt_worksharing_loop = 1,
  ompt_worksharing_sections = 2,
  ompt_worksharing_single_executor = 3,
  ompt_worksharing_single_other = 4,
  ompt_worksharing_workshare = 5,
  ompt_worksharing_distribute = 6
} ompt_worksharing_type_t;

typedef enum ompt_mutex_kind_e {
  ompt_mutex = 0x10,
  ompt_mutex_lock = 0x11,
  ompt_mutex_nest_lock = 0x12,
  ompt_mutex_critical = 0x13,
  ompt_mutex_atomic = 0x14,
  ompt_mutex_ordered = 0x20
} ompt_mutex_kind_t;

typedef enum ompt_native_mon_flags_e {
  ompt_native_data_motion_explicit = 1,
  ompt_native_data_motion_implicit = 2,
  ompt_native_kernel_invocation = 4,
  ompt_native_kernel_execution = 8,
  ompt_native_driver = 16,
  ompt_native_runtime = 32,
  ompt_native_overhead = 64,
  ompt_native_idleness = 128
} ompt_native_mon_flags_t;

typedef enum ompt_task_type_e {
  ompt_task_initial = 1,
  ompt_task_implicit = 2,
  ompt_task_explicit = 3,
  ompt_task_target = 4,
  ompt_task_degenerate = 5
} ompt_task_type_t;

typedef enum ompt_target_type_e {
  ompt_target = 1,
  ompt_target_enter_data = 2,
  ompt_target_exit_data = 3,
  ompt_target_update = 4
} ompt_target_type_t;

typedef enum ompt_invoker_e {
  ompt_invoker_program = 1, /* the program calls the master's task itself */
  ompt_invoker_runtime = 2
} ompt_invoker_t;

typedef enum ompt_target_map_flag_e { /* bits */
                                      ompt_target_map_flag_to = 1,
                                      ompt_target_map_flag_from = 2,
                                      ompt_target_map_flag_alloc = 4,
                                      ompt_target_map_flag_release = 8,
                                      ompt_target_map_flag_delete = 16
} ompt_target_map_flag_t;

typedef enum ompt_task_dependence_flag_e {
  ompt_task_dependence_type_out = 1,
  ompt_task_dependence_type_in = 2,
  ompt_task_dependence_type_inout = 3
} ompt_task_dependence_flag_t;

typedef struct ompt_task_dependence_s {
  void* variable_addr;
  uint32_t dependence_flags; /* ompt_task_dependence_flag_t */
} ompt_task_dependence_t;

/* Where a task's stack changes hands. exit_frame: frame pointer of the runtime's function that called the
 * task's code; NULL before the task runs and for an initial task. enter_frame: in the frame of the program's
 * function that called the runtime to create a region or task, its lowest address; NULL when it is back.
 * Where the program calls a task's code itself, exit_frame is in its frame, too. */
typedef struct ompt_frame_s {
  void* exit_frame;
  void* enter_frame;
} ompt_frame_t;

/* ---- Callbacks (A.4) ----
 * codeptr_ra: return address of the call that the program made; NULL at the end of a scope that had one. */

typedef void (*ompt_callback_t)(void); /* stands for every callback */

typedef void (*ompt_interface_fn_t)(void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t)(const char* entry_point);

typedef void (*ompt_thread_begin_callback_t)(ompt_thread_type_t thread_type, ompt_thread_id_t thread_id);
typedef void (*ompt_thread_end_callback_t)(ompt_thread_id_t thread_id);
typedef void (*ompt_idle_callback_t)(ompt_scope_endpoint_t endpoint);
typedef void (*ompt_parallel_begin_callback_t)(ompt_task_id_t parent_task_id,
                                               const ompt_frame_t* parent_frame,
                                               ompt_parallel_id_t parallel_id, uint32_t requested_team_size,
                                               ompt_invoker_t invoker, const void* codeptr_ra);
typedef void (*ompt_parallel_end_callback_t)(ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
                                             ompt_invoker_t invoker, const void* codeptr_ra);
typedef void (*ompt_task_create_callback_t)(ompt_task_id_t parent_task_id, const ompt_frame_t* parent_frame,
                                            ompt_task_id_t new_task_id, ompt_task_type_t type,
                                            const void* codeptr_ra);
typedef void (*ompt_task_dependences_callback_t)(ompt_task_id_t task_id, const ompt_task_dependence_t* deps,
                                                 int ndeps);
typedef void (*ompt_task_dependence_callback_t)(ompt_task_id_t src_task_id, ompt_task_id_t sink_task_id);
typedef void (*ompt_task_schedule_callback_t)(ompt_task_id_t prior_task_id, bool prior_completed,
                                              ompt_task_id_t next_task_id);
typedef void (*ompt_scoped_implicit_callback_t)(ompt_scope_endpoint_t endpoint,
                                                ompt_parallel_id_t parallel_id, ompt_task_id_t task_id);
typedef void (*ompt_scoped_sync_region_callback_t)(ompt_sync_region_kind_t kind,
                                                   ompt_scope_endpoint_t endpoint,
                                                   ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
                                                   const void* codeptr_ra);
/* kind: as ompt_enumerate_mutex_kinds has it; so is impl below */
typedef void (*ompt_lock_init_callback_t)(bool is_nest_lock, ompt_wait_id_t wait_id, uint32_t hint,
                                          uint32_t kind, const void* codeptr_ra);
typedef void (*ompt_lock_destroy_callback_t)(bool is_nest_lock, ompt_wait_id_t wait_id,
                                             const void* codeptr_ra);
typedef void (*ompt_mutex_acquire_callback_t)(ompt_mutex_kind_t kind, uint32_t hint, uint32_t impl,
                                              ompt_wait_id_t wait_id, const void* codeptr_ra);
typedef void (*ompt_mutex_callback_t)(ompt_mutex_kind_t kind, ompt_wait_id_t wait_id, const void* codeptr_ra);
typedef void (*ompt_scoped_nested_lock_callback_t)(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id,
                                                   const void* codeptr_ra);
typedef void (*ompt_scoped_master_callback_t)(ompt_scope_endpoint_t endpoint, ompt_parallel_id_t parallel_id,
                                              ompt_task_id_t task_id, const void* codeptr_ra);
typedef void (*ompt_scoped_worksharing_callback_t)(ompt_worksharing_type_t wstype,
                                                   ompt_scope_endpoint_t endpoint,
                                                   ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
                                                   const void* codeptr_ra);
typedef void (*ompt_scoped_target_callback_t)(int32_t device_id, ompt_target_type_t kind,
                                              ompt_task_id_t task_id, ompt_scope_endpoint_t endpoint,
                                              ompt_target_id_t target_id, const void* codeptr_ra);
typedef void (*ompt_target_data_callback_t)(ompt_target_id_t target_id, ompt_target_id_t host_op_id,
                                            ompt_target_data_op_t optype, void* host_addr, void* device_addr,
                                            size_t bytes);
typedef void (*ompt_target_data_map_callback_t)(ompt_target_id_t target_id, uint32_t nitems, void** host_addr,
                                                void** device_addr, size_t* bytes, uint32_t* mapping_flags);
typedef void (*ompt_target_submit_callback_t)(ompt_target_id_t target_id, ompt_target_id_t host_op_id,
                                              uint32_t requested_num_teams, uint32_t granted_num_teams);
typedef void (*ompt_control_callback_t)(uint64_t command, uint64_t modifier, const void* codeptr_ra);
typedef void (*ompt_flush_callback_t)(ompt_thread_id_t thread_id, const void* codeptr_ra);

/* Give a device a buffer for its records (*bytes = 0: none, and no more records until tracing is started
 * anew), and get one back when it is full or flushed. They run on a thread that is no OpenMP thread. */
typedef void (*ompt_target_buffer_request_callback_t)(int32_t device_id, ompt_target_buffer_t** buffer,
                                                      size_t* bytes);
typedef void (*ompt_target_buffer_complete_callback_t)(int32_t device_id, const ompt_target_buffer_t* buffer,
                                                       size_t bytes, ompt_target_buffer_cursor_t begin);
typedef void (*ompt_get_target_info_inquiry_t)(ompt_target_id_t* target_id, ompt_target_id_t* host_op_id);

/* ---- Records (A.6) ---- */

typedef enum ompt_record_type_e {
  ompt_record_ompt = 1,
  ompt_record_native = 2,
  ompt_record_invalid = 3
} ompt_record_type_t;

typedef enum ompt_record_native_class_e {
  ompt_record_native_class_info = 1,
  ompt_record_native_class_event = 2
} ompt_record_native_class_t;

typedef struct ompt_record_native_abstract_s {
  ompt_record_native_class_t rclass;
  const char* type;
  ompt_target_time_t start_time; /* ompt_time_none: not known; so is end_time */
  ompt_target_time_t end_time;
  uint64_t hwid; /* ompt_hwid_none: none */
} ompt_record_native_abstract_t;

typedef struct ompt_record_thread_begin_s {
  ompt_thread_type_t thread_type;
} ompt_record_thread_begin_t;

typedef struct ompt_record_idle_s {
  ompt_scope_endpoint_t endpoint;
} ompt_record_idle_t;

typedef struct ompt_record_parallel_begin_s {
  ompt_task_id_t parent_task_id;
  const ompt_frame_t* parent_frame;
  ompt_parallel_id_t parallel_id;
  uint32_t requested_team_size;
  ompt_invoker_t invoker;
  const void* codeptr_ra;
} ompt_record_parallel_begin_t;

typedef struct ompt_record_parallel_end_s {
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
  ompt_invoker_t invoker;
  const void* codeptr_ra;
} ompt_record_parallel_end_t;

typedef struct ompt_record_task_create_s {
  ompt_task_id_t parent_task_id;
  const ompt_frame_t* parent_frame;
  ompt_task_id_t new_task_id;
  ompt_task_type_t type;
  const void* codeptr_ra;
} ompt_record_task_create_t;

typedef struct ompt_record_task_dependence_s {
  ompt_task_id_t src_task_id;
  ompt_task_id_t sink_task_id;
} ompt_record_task_dependence_t;

typedef struct ompt_record_task_schedule_s {
  ompt_task_id_t prior_task_id;
  bool prior_completed;
  ompt_task_id_t next_task_id;
} ompt_record_task_schedule_t;

typedef struct ompt_record_scoped_implicit_s {
  ompt_scope_endpoint_t endpoint;
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
} ompt_record_scoped_implicit_t;

typedef struct ompt_record_scoped_sync_region_s {
  ompt_sync_region_kind_t kind;
  ompt_scope_endpoint_t endpoint;
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
  const void* codeptr_ra;
} ompt_record_scoped_sync_region_t;

typedef struct ompt_record_lock_init_s {
  bool is_nest_lock;
  ompt_wait_id_t wait_id;
  uint32_t hint;
  uint32_t kind;
  const void* codeptr_ra;
} ompt_record_lock_init_t;
typedef ompt_record_lock_init_t ompt_record_init_lock_t; /* the name that the report's union uses */

typedef struct ompt_record_lock_destroy_s {
  bool is_nest_lock;
  ompt_wait_id_t wait_id;
  const void* codeptr_ra;
} ompt_record_lock_destroy_t;

typedef struct ompt_record_mutex_acquire_s {
  ompt_mutex_kind_t kind;
  uint32_t hint;
  uint32_t impl;
  ompt_wait_id_t wait_id;
  const void* codeptr_ra;
} ompt_record_mutex_acquire_t;

typedef struct ompt_record_mutex_s {
  ompt_mutex_kind_t kind;
  ompt_wait_id_t wait_id;
  const void* codeptr_ra;
} ompt_record_mutex_t;

typedef struct ompt_record_scoped_nested_lock_s {
  ompt_scope_endpoint_t endpoint;
  ompt_wait_id_t wait_id;
  const void* codeptr_ra;
} ompt_record_scoped_nested_lock_t;

typedef struct ompt_record_target_data_s {
  ompt_target_id_t host_op_id;
  ompt_target_data_op_t optype;
  void* host_addr;
  void* device_addr;
  size_t bytes;
  ompt_target_time_t end_time;
} ompt_record_target_data_t;

typedef struct ompt_record_target_data_map_s {
  uint32_t nitems;
  void** host_addr;
  void** device_addr;
  size_t* bytes;
  uint32_t* mapping_flags;
} ompt_record_target_data_map_t;

typedef struct ompt_record_target_kernel_s {
  ompt_target_id_t host_op_id;
  uint32_t granted_num_teams;
  ompt_target_time_t end_time;
} ompt_record_target_kernel_t;

typedef struct ompt_record_scoped_master_s {
  ompt_scope_endpoint_t endpoint;
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
  const void* codeptr_ra;
} ompt_record_scoped_master_t;

typedef struct ompt_record_scoped_worksharing_s {
  ompt_worksharing_type_t wstype;
  ompt_scope_endpoint_t endpoint;
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
  const void* codeptr_ra;
} ompt_record_scoped_worksharing_t;

typedef struct ompt_record_flush_s {
  void* codeptr_ra;
} ompt_record_flush_t;

typedef struct ompt_record_ompt_s {
  ompt_event_t type;
  ompt_target_time_t time;
  ompt_thread_id_t thread_id;
  ompt_target_id_t target_id;
  union {
    ompt_record_thread_begin_t thread_begin;
    ompt_record_idle_t idle;
    ompt_record_parallel_begin_t parallel_begin;
    ompt_record_parallel_end_t parallel_end;
    ompt_record_task_create_t task_create;
    ompt_record_task_dependence_t task_dep;
    ompt_record_task_schedule_t task_sched;
    ompt_record_scoped_implicit_t implicit;
    ompt_record_scoped_sync_region_t sync_region;
    ompt_record_target_data_t data;
    ompt_record_target_data_map_t data_map;
    ompt_record_target_kernel_t kernel;
    ompt_record_init_lock_t lock_init;
    ompt_record_lock_destroy_t lock_destroy;
    ompt_record_mutex_acquire_t mutex_acquire;
    ompt_record_mutex_t mutex;
    ompt_record_scoped_nested_lock_t nested_lock;
    ompt_record_scoped_master_t master;
    ompt_record_scoped_worksharing_t worksharing;
    ompt_record_flush_t flush;
  } record;
} ompt_record_ompt_t;

/* ---- Functions to look up (section 5 and 6, A.5) ----
 * The type of function NAME is NAME_fn_t. Pointers to results may be NULL. */

/* In the initializer only: elsewhere 0 (error). 4: called back whenever the event occurs. 3: called back
 * whenever the runtime sees the event: what a compiler expands in place (static loops, master, flush,
 * atomics), it does not. 2: the event never occurs. A NULL callback is none. */
typedef int (*ompt_set_callback_fn_t)(ompt_event_t event, ompt_callback_t callback);
/* 1 if there is one, which is then in *callback; 0 otherwise. */
typedef int (*ompt_get_callback_fn_t)(ompt_event_t event, ompt_callback_t* callback);

/* Begin with omp_state_undefined, and go on with the state that came last, until the result is false. The
 * names are those of the enumerators above. */
typedef bool (*ompt_enumerate_states_fn_t)(omp_state_t current_state, omp_state_t* next_state,
                                           const char** next_state_name);
/* The same, beginning with ompt_mutex_kind_unknown. */
typedef bool (*ompt_enumerate_mutex_kinds_fn_t)(uint32_t current_kind, uint32_t* next_kind,
                                                const char** next_kind_name);

/* ompt_thread_id_none: OpenMP does not know the calling thread. */
typedef ompt_thread_id_t (*ompt_get_thread_id_fn_t)(void);
/* *wait_id is set in the states from omp_state_wait_lock to omp_state_wait_ordered. */
typedef omp_state_t (*ompt_get_state_fn_t)(ompt_wait_id_t* wait_id);
/* Level 0 is the parallel region that the thread is in, 1 the one around it. False, and *parallel_id none:
 * there is no such level. */
typedef bool (*ompt_get_parallel_info_fn_t)(int ancestor_level, ompt_parallel_id_t* parallel_id,
                                            int* team_size);
/* Level 0 is the task that the thread runs, 1 what it left to run that. False: there is no such level. */
typedef bool (*ompt_get_task_info_fn_t)(int ancestor_level, ompt_task_type_t* type, ompt_task_id_t* task_id,
                                        ompt_frame_t** task_frame, ompt_parallel_id_t* par_id);
/* False: the thread is in no target region. *host_op_id none: it has no operation under way. */
typedef bool (*ompt_get_target_info_fn_t)(ompt_target_id_t* target_id, ompt_target_id_t* host_op_id);

typedef int (*ompt_get_num_devices_fn_t)(void);
/* Also under the name ompt_get_device_info. False: no such device. */
typedef bool (*ompt_target_get_device_info_fn_t)(int32_t device_id, const char** type,
                                                 ompt_target_device_t** device,
                                                 ompt_function_lookup_t* lookup, const char** documentation);
/* -1: the thread is in no target construct. */
typedef int (*ompt_target_get_device_id_fn_t)(void);

/* ---- Functions of a device (sections 5.7 and 6) ---- */

typedef ompt_target_time_t (*ompt_target_get_time_fn_t)(ompt_target_device_t* device);
/* Seconds, as omp_get_wtime has them. */
typedef double (*ompt_target_translate_time_fn_t)(ompt_target_device_t* device, ompt_target_time_t time);
/* Also under the name ompt_trace_set_ompt. Event 0 means all. Results as of ompt_set_callback, with "traced"
 * for "called back"; 1: may occur, cannot be traced. */
typedef int (*ompt_target_set_trace_ompt_fn_t)(ompt_target_device_t* device, bool enable, ompt_event_t etype);
typedef int (*ompt_target_set_trace_native_fn_t)(ompt_target_device_t* device, bool enable, uint32_t flags);
typedef bool (*ompt_target_start_trace_fn_t)(ompt_target_device_t* device,
                                             ompt_target_buffer_request_callback_t request,
                                             ompt_target_buffer_complete_callback_t complete,
                                             ompt_get_target_info_inquiry_t get_info);
typedef bool (*ompt_target_pause_trace_fn_t)(ompt_target_device_t* device, bool begin_pause);
typedef bool (*ompt_target_stop_trace_fn_t)(ompt_target_device_t* device);
typedef bool (*ompt_target_advance_buffer_cursor_fn_t)(ompt_target_buffer_t* buffer, size_t size,
                                                       ompt_target_buffer_cursor_t current,
                                                       ompt_target_buffer_cursor_t* next);
typedef ompt_record_type_t (*ompt_target_buffer_get_record_type_fn_t)(ompt_target_buffer_t* buffer,
                                                                      ompt_target_buffer_cursor_t current);
typedef ompt_record_ompt_t* (*ompt_target_buffer_get_record_ompt_fn_t)(ompt_target_buffer_t* buffer,
                                                                       ompt_target_buffer_cursor_t current);
typedef void* (*ompt_target_buffer_get_record_native_fn_t)(ompt_target_buffer_t* buffer,
                                                           ompt_target_buffer_cursor_t current,
                                                           ompt_target_id_t* host_op_id);
typedef ompt_record_native_abstract_t* (*ompt_target_buffer_get_record_native_abstract_fn_t)(
    void* native_record);

/* ---- Start (section 7, A.7) ---- */

#define OMPT_2016_VERSION 2 /* what the initializer gets as ompt_version */

typedef void (*ompt_initialize_fn_t)(ompt_function_lookup_t lookup, const char* runtime_version,
                                     unsigned int ompt_version);

/* The tool defines it. Called before the runtime is used; NULL: the tool declines. If the process has an
 * ompt_start_tool too, that is asked first, and this one only if it declines. */
ompt_initialize_fn_t ompt_tool(void);

/* ---- For programs (section 8) ---- */

/* Tells the tool: 1 start or go on, 2 pause, 3 flush, 4 end for good; 64 and more are the tool's own. Reaches
 * an OMPT tool of any version. In Fortran: subroutine ompt_control(command, modifier), both integer*8. */
void ompt_control(uint64_t command, uint64_t modifier);

#ifdef __cplusplus
}
#endif

#endif
