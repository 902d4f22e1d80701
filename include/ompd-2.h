// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OMPD 2.000 of 30 October 2015: the interface of debuggers that came before OpenMP's own (which is in
 * omp-tools.h, and uses the same names: include one of the two). Served by libompd2.so, which
 * ompd_dll_locations of the program names.
 *
 * Sections are those of the document. Ownership: handles, vectors and strings that a call returns belong to
 * the debugger; handles go back with the ompd_release_ function of their kind, vectors of handles and string
 * ids with the debugger's own d_free_memory. One thread at a time may be in the library. Where the document
 * lost a prototype or contradicts itself, this header follows its text. */
#ifndef LIMPID_OMPD_2_H
#define LIMPID_OMPD_2_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 15.1 Basic types ---- */

typedef uint64_t ompd_taddr_t;
typedef int64_t ompd_tword_t;
typedef uint64_t ompd_size_t;
typedef uint64_t ompd_parallel_id_t; /* 0: invalid */
typedef uint64_t ompd_task_id_t;     /* 0: invalid */
typedef uint64_t ompd_wait_id_t;

typedef struct {
  ompd_taddr_t segment;
  ompd_taddr_t address;
} ompd_address_t;

#define OMPD_SEGMENT_UNSPECIFIED ((ompd_taddr_t)0)
#define OMPD_SEGMENT_TEXT ((ompd_taddr_t)1)
#define OMPD_SEGMENT_DATA ((ompd_taddr_t)2)

/* ---- 15.2 Operating system thread information: format and byte order are the target's ---- */

typedef enum { ompd_osthread_pthread, ompd_osthread_lwp, ompd_osthread_winthread } ompd_osthread_kind_t;

/* ---- 15.3 Handles, 15.4 contexts ---- */

typedef struct _ompd_address_space_handle_s ompd_address_space_handle_t;
typedef struct _ompd_thread_handle_s ompd_thread_handle_t;
typedef struct _ompd_parallel_handle_s ompd_parallel_handle_t;
typedef struct _ompd_task_handle_s ompd_task_handle_t;
typedef struct _ompd_address_space_context_s ompd_address_space_context_t;
typedef struct _ompd_thread_context_s ompd_thread_context_t;

/* ---- 15.5 Return codes ---- */

typedef enum {
  ompd_rc_ok = 0,
  ompd_rc_unavailable = 1,  /* not available in this context */
  ompd_rc_stale_handle = 2, /* the handle is no longer valid, or is none of this kind */
  ompd_rc_bad_input = 3,    /* of parameters other than the handle */
  ompd_rc_error = 4,
  ompd_rc_unsupported = 5,
  ompd_rc_needs_state_tracking = 6,
  ompd_rc_incompatible = 7,
  ompd_rc_target_read_error = 8,
  ompd_rc_target_write_error = 9,
  ompd_rc_nomem = 10
} ompd_rc_t;

/* ---- 15.6 Scheduling, 15.7 binding, 15.8 primitive types ---- */

typedef enum {
  ompd_sched_static = 1,
  ompd_sched_dynamic = 2,
  ompd_sched_guided = 3,
  ompd_sched_auto = 4,
  ompd_sched_vendor_lo = 5,
  ompd_sched_vendor_hi = 0x7fffffff
} ompd_sched_t;

typedef enum {
  ompd_proc_bind_false = 0,
  ompd_proc_bind_true = 1,
  ompd_proc_bind_master = 2,
  ompd_proc_bind_close = 3,
  ompd_proc_bind_spread = 4
} ompd_proc_bind_t;

typedef struct {
  int sizeof_char;
  int sizeof_short;
  int sizeof_int;
  int sizeof_long;
  int sizeof_long_long;
  int sizeof_pointer;
} ompd_target_type_sizes_t;

typedef enum {
  ompd_type_char = 0,
  ompd_type_short = 1,
  ompd_type_int = 2,
  ompd_type_long = 3,
  ompd_type_long_long = 4,
  ompd_type_pointer = 5
} ompd_target_prim_types_t;

/* ---- 15.9 Runtime states ---- */

typedef enum {
  ompd_state_work_serial = 0x00,
  ompd_state_work_parallel = 0x01,
  ompd_state_work_reduction = 0x02,
  ompd_state_idle = 0x10,
  ompd_state_overhead = 0x20,
  ompd_state_wait_barrier = 0x40,
  ompd_state_wait_barrier_implicit = 0x41,
  ompd_state_wait_barrier_explicit = 0x42,
  ompd_state_wait_taskwait = 0x50,
  ompd_state_wait_taskgroup = 0x51,
  ompd_state_wait_lock = 0x60,
  ompd_state_wait_nest_lock = 0x61,
  ompd_state_wait_critical = 0x62,
  ompd_state_wait_atomic = 0x63,
  ompd_state_wait_ordered = 0x64,
  ompd_state_undefined = 0x70,
  ompd_state_first = 0x71
} ompd_state_t;

/* ---- 15.10 Type signatures of the debugger's callbacks ---- */

typedef ompd_rc_t (*ompd_dmemory_alloc_fn_t)(ompd_size_t bytes, void** ptr);
typedef ompd_rc_t (*ompd_dmemory_free_fn_t)(void* ptr);
typedef ompd_rc_t (*ompd_get_thread_context_for_osthread_fn_t)(
    ompd_address_space_context_t* address_space_context, ompd_osthread_kind_t kind,
    ompd_size_t sizeof_osthread, const void* osthread, ompd_thread_context_t** thread_context);
typedef ompd_rc_t (*ompd_get_address_space_context_for_thread_fn_t)(
    ompd_thread_context_t* thread_context, ompd_address_space_context_t** address_space_context);
typedef ompd_rc_t (*ompd_tsizeof_prim_fn_t)(ompd_address_space_context_t* context,
                                            ompd_target_type_sizes_t* sizes);
typedef ompd_rc_t (*ompd_tsymbol_addr_fn_t)(ompd_address_space_context_t* address_space_context,
                                            ompd_thread_context_t* thread_context, const char* symbol_name,
                                            ompd_address_t* symbol_addr);
typedef ompd_rc_t (*ompd_tmemory_read_fn_t)(ompd_address_space_context_t* address_space_context,
                                            ompd_thread_context_t* thread_context, const ompd_address_t* addr,
                                            ompd_tword_t nbytes, void* buffer);
typedef ompd_rc_t (*ompd_tmemory_write_fn_t)(ompd_address_space_context_t* address_space_context,
                                             ompd_thread_context_t* thread_context,
                                             const ompd_address_t* addr, ompd_tword_t nbytes,
                                             const void* buffer);
typedef ompd_rc_t (*ompd_target_host_fn_t)(ompd_address_space_context_t* address_space_context,
                                           const void* input, int unit_size, int count, void* output);
typedef ompd_rc_t (*ompd_print_string_fn_t)(const char* string);

/* ---- 16 The callback interface. t_write_memory may be NULL: then nothing is written. ---- */

typedef struct {
  ompd_dmemory_alloc_fn_t d_alloc_memory;
  ompd_dmemory_free_fn_t d_free_memory;
  ompd_print_string_fn_t print_string;
  ompd_tsizeof_prim_fn_t t_sizeof_prim_type;
  ompd_tsymbol_addr_fn_t t_symbol_addr;
  ompd_tmemory_read_fn_t t_read_memory;
  ompd_tmemory_write_fn_t t_write_memory;
  ompd_target_host_fn_t target_to_host;
  ompd_target_host_fn_t host_to_target;
  ompd_get_thread_context_for_osthread_fn_t get_thread_context_for_osthread;
  ompd_get_address_space_context_for_thread_fn_t get_address_space_context_for_thread;
} ompd_callbacks_t;

/* ---- In the program (2, 12, 14) ---- */

extern const char** ompd_dll_locations; /* NULL until the vector behind it is complete */
void ompd_dll_locations_valid(void);
void omp_ompd_enable(void);
void ompd_bp_parallel_begin(void);
void ompd_bp_parallel_end(void);
void ompd_bp_task_begin(void);
void ompd_bp_task_end(void);

/* ---- 4 Initialization and finalization ---- */

ompd_rc_t ompd_get_version(int* version);               /* 2 */
ompd_rc_t ompd_get_version_string(const char** string); /* the library's own: not to be freed */
ompd_rc_t ompd_initialize(const ompd_callbacks_t* callbacks);
ompd_rc_t ompd_process_initialize(ompd_address_space_context_t* context,
                                  ompd_address_space_handle_t** handle);
ompd_rc_t ompd_finalize(void);

/* ---- 7.1 Address space handles ---- */

ompd_rc_t ompd_release_address_space_handle(ompd_address_space_handle_t* handle);

/* ---- 7.2 Thread handles. The vectors may be NULL: then only the number is returned. ---- */

ompd_rc_t ompd_get_threads(ompd_address_space_handle_t* handle, ompd_thread_handle_t*** thread_handle_vector,
                           int* num_handles);
ompd_rc_t ompd_get_thread_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                      ompd_thread_handle_t*** thread_handle_vector, int* num_handles);
ompd_rc_t ompd_get_master_thread_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                             ompd_thread_handle_t** thread_handle);
ompd_rc_t ompd_release_thread_handle(ompd_thread_handle_t* thread_handle);
ompd_rc_t ompd_thread_handle_compare(ompd_thread_handle_t* thread_handle_1,
                                     ompd_thread_handle_t* thread_handle_2, int* cmp_value);
ompd_rc_t ompd_get_thread_handle_string_id(ompd_thread_handle_t* thread_handle, char** string_id);

/* ---- 7.3 Parallel region handles ---- */

ompd_rc_t ompd_get_top_parallel_region(ompd_thread_handle_t* thread_handle,
                                       ompd_parallel_handle_t** parallel_handle);
ompd_rc_t ompd_get_enclosing_parallel_handle(ompd_parallel_handle_t* parallel_handle,
                                             ompd_parallel_handle_t** enclosing_parallel_handle);
ompd_rc_t ompd_get_task_parallel_handle(ompd_task_handle_t* task_handle,
                                        ompd_parallel_handle_t** task_parallel_handle);
ompd_rc_t ompd_release_parallel_handle(ompd_parallel_handle_t* parallel_handle);
ompd_rc_t ompd_parallel_handle_compare(ompd_parallel_handle_t* parallel_handle_1,
                                       ompd_parallel_handle_t* parallel_handle_2, int* cmp_value);
ompd_rc_t ompd_get_parallel_handle_string_id(ompd_parallel_handle_t* parallel_handle, char** string_id);

/* ---- 7.4 Task handles ---- */

ompd_rc_t ompd_get_top_task_region(ompd_thread_handle_t* thread_handle, ompd_task_handle_t** task_handle);
ompd_rc_t ompd_get_ancestor_task_region(ompd_task_handle_t* task_handle,
                                        ompd_task_handle_t** parent_task_handle);
ompd_rc_t ompd_get_implicit_task_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                             ompd_task_handle_t*** task_handle_vector, int* num_handles);
ompd_rc_t ompd_release_task_handle(ompd_task_handle_t* task_handle);
ompd_rc_t ompd_task_handle_compare(ompd_task_handle_t* task_handle_1, ompd_task_handle_t* task_handle_2,
                                   int* cmp_value);
ompd_rc_t ompd_get_task_handle_string_id(ompd_task_handle_t* task_handle, char** string_id);

/* ---- 8 Address space settings, 9 parallel region inquiries ---- */

ompd_rc_t ompd_get_num_procs(ompd_address_space_handle_t* handle, ompd_tword_t* val);
ompd_rc_t ompd_get_thread_limit(ompd_address_space_handle_t* handle, ompd_tword_t* val);
ompd_rc_t ompd_get_num_threads(ompd_parallel_handle_t* parallel_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_level(ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_active_level(ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_parallel_id(ompd_parallel_handle_t* parallel_handle, ompd_parallel_id_t* id);
ompd_rc_t ompd_get_parallel_function(ompd_parallel_handle_t* parallel_handle, ompd_address_t* entry_point);

/* ---- 10 Thread inquiries. ompd_get_thread_handle of a thread that OpenMP does not know: bad_input. ---- */

ompd_rc_t ompd_get_thread_handle(ompd_address_space_handle_t* handle, ompd_osthread_kind_t kind,
                                 ompd_size_t sizeof_osthread, const void* osthread,
                                 ompd_thread_handle_t** thread_handle);
ompd_rc_t ompd_get_osthread(ompd_thread_handle_t* thread_handle, ompd_osthread_kind_t kind,
                            ompd_size_t sizeof_osthread, void* osthread);
ompd_rc_t ompd_get_state(ompd_thread_handle_t* thread_handle, ompd_state_t* state, ompd_wait_id_t* wait_id);

/* ---- 11 Task inquiries ---- */

ompd_rc_t ompd_get_task_function(ompd_task_handle_t* task_handle, ompd_address_t* entry_point);
ompd_rc_t ompd_get_max_threads(const ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_thread_num(const ompd_thread_handle_t* thread_handle, ompd_tword_t* val);
ompd_rc_t ompd_in_parallel(const ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_in_final(const ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_dynamic(const ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_nested(const ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_max_active_levels(const ompd_thread_handle_t* thread_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_schedule(ompd_task_handle_t* task_handle, ompd_sched_t* kind, ompd_tword_t* modifier);
ompd_rc_t ompd_get_proc_bind(ompd_task_handle_t* task_handle, ompd_proc_bind_t* bind);
ompd_rc_t ompd_is_implicit(ompd_task_handle_t* task_handle, ompd_tword_t* val);
ompd_rc_t ompd_get_task_frame(ompd_task_handle_t* task_handle, ompd_address_t* exit_runtime_addr,
                              ompd_address_t* reenter_runtime_addr);
ompd_rc_t ompd_get_task_id(ompd_task_handle_t* task_handle, ompd_task_id_t* task_id);

/* ---- 13 Display control variables: NAME=value, NULL at the end ---- */

ompd_rc_t ompd_get_display_control_vars(ompd_address_space_handle_t* handle,
                                        const char* const** control_var_values);
ompd_rc_t ompd_release_display_control_vars(const char* const* control_var_values);

#ifdef __cplusplus
}
#endif

#endif
