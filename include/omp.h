/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenMP API for C and C++: OpenMP 5.2, chapter 18, with the routines of 6.0 that the runtime has (each
 * is marked), and the kmp_ extensions of Clang's and Intel's compilers. For gcc, g++, clang and clang++.
 *
 * Values are those that GCC's and LLVM's own headers share. Objects that a program keeps (locks) are as large
 * as the larger of the two, so that what is compiled against this header runs on any of the runtimes. Only
 * where a compiler itself writes into an object (omp_depend_t, omp_interop_t) does the type follow the
 * compiler.
 *
 * Async-signal safety: no routine is, but omp_get_thread_num, omp_get_level, omp_get_wtime and omp_get_wtick.
 */
#ifndef LIMPID_OMP_H
#define LIMPID_OMP_H

#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
/* `LIMPID_OMP_WORD` makes an enumeration as wide as a pointer; C gets there by its largest enumerator. */
#define LIMPID_OMP_WORD : uintptr_t
#define LIMPID_OMP_DEFAULT(value) = value
extern "C" {
#else
#define LIMPID_OMP_WORD
#define LIMPID_OMP_DEFAULT(value)
#endif

#define LIMPID_OMP_CALL __attribute__((__nothrow__))

/* ---- Types
 * -------------------------------------------------------------------------------------------------------------
 */

typedef intptr_t omp_intptr_t;
typedef uintptr_t omp_uintptr_t;

/* 18.9: to be initialised by omp_init_lock and omp_init_nest_lock; opaque. */
typedef struct omp_lock_t {
  void* _lock;
} omp_lock_t;

typedef struct omp_nest_lock_t {
  void* _lock;
  void* _unused; /* what GCC's own runtime needs beyond the first word */
} omp_nest_lock_t;

/* 15.9.2 hints of critical and of locks */
typedef enum omp_sync_hint_t {
  omp_sync_hint_none = 0,
  omp_lock_hint_none = omp_sync_hint_none,
  omp_sync_hint_uncontended = 1,
  omp_lock_hint_uncontended = omp_sync_hint_uncontended,
  omp_sync_hint_contended = 2,
  omp_lock_hint_contended = omp_sync_hint_contended,
  omp_sync_hint_nonspeculative = 4,
  omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
  omp_sync_hint_speculative = 8,
  omp_lock_hint_speculative = omp_sync_hint_speculative,
  /* extensions of Intel's compilers: accepted, they ask for nothing */
  kmp_lock_hint_hle = 1 << 16,
  kmp_lock_hint_rtm = 1 << 17,
  kmp_lock_hint_adaptive = 1 << 18
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t; /* deprecated in 5.0 */

/* 18.2.11 */
typedef enum omp_sched_t {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4,
  omp_sched_monotonic = (int)0x80000000
} omp_sched_t;

/* 18.3.1 */
typedef enum omp_proc_bind_t {
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_primary = 2,
  omp_proc_bind_master = omp_proc_bind_primary, /* deprecated in 5.1 */
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
} omp_proc_bind_t;

/* 18.6.1 */
typedef enum omp_pause_resource_t { omp_pause_soft = 1, omp_pause_hard = 2 } omp_pause_resource_t;

/* 15.9.4: what depobj constructs work on. GCC writes an address and a kind into it, Clang a pointer to a list
 * of its own. */
#ifdef __clang__
typedef void* omp_depend_t;
#else
typedef struct omp_depend_t {
  void* _words[2];
} omp_depend_t;
#endif

/* 18.11.1 */
typedef enum omp_event_handle_t LIMPID_OMP_WORD { _omp_event_handle_max = UINTPTR_MAX } omp_event_handle_t;

/* 18.7: devices by number */
enum { omp_initial_device = -1, omp_invalid_device = -4 };

/* 18.12 interoperability objects */
#ifdef __clang__
typedef void* omp_interop_t;
#define omp_interop_none ((omp_interop_t)0)
#else
typedef enum omp_interop_t LIMPID_OMP_WORD {
  omp_interop_none = 0,
  _omp_interop_max = UINTPTR_MAX
} omp_interop_t;
#endif

typedef enum omp_interop_fr_t {
  omp_ifr_cuda = 1,
  omp_ifr_cuda_driver = 2,
  omp_ifr_opencl = 3,
  omp_ifr_sycl = 4,
  omp_ifr_hip = 5,
  omp_ifr_level_zero = 6,
  omp_ifr_hsa = 7, /* additional definitions, version 2.1 */
  omp_ifr_last = omp_ifr_hsa
} omp_interop_fr_t;

typedef enum omp_interop_property_t {
  omp_ipr_fr_id = -1,
  omp_ipr_fr_name = -2,
  omp_ipr_vendor = -3,
  omp_ipr_vendor_name = -4,
  omp_ipr_device_num = -5,
  omp_ipr_platform = -6,
  omp_ipr_device = -7,
  omp_ipr_device_context = -8,
  omp_ipr_targetsync = -9,
  omp_ipr_first = omp_ipr_targetsync
} omp_interop_property_t;

typedef enum omp_interop_rc_t {
  omp_irc_no_value = 1,
  omp_irc_success = 0,
  omp_irc_empty = -1,
  omp_irc_out_of_range = -2,
  omp_irc_type_int = -3,
  omp_irc_type_ptr = -4,
  omp_irc_type_str = -5,
  omp_irc_other = -6
} omp_interop_rc_t;

/* 18.13 memory spaces, allocators, traits */
typedef enum omp_memspace_handle_t LIMPID_OMP_WORD {
  omp_default_mem_space = 0,
  omp_large_cap_mem_space = 1,
  omp_const_mem_space = 2,
  omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4,
  _omp_memspace_handle_max = UINTPTR_MAX
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t LIMPID_OMP_WORD {
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8,
  _omp_allocator_handle_max = UINTPTR_MAX
} omp_allocator_handle_t;

typedef enum omp_alloctrait_key_t {
  omp_atk_sync_hint = 1,
  omp_atk_alignment = 2,
  omp_atk_access = 3,
  omp_atk_pool_size = 4,
  omp_atk_fallback = 5,
  omp_atk_fb_data = 6,
  omp_atk_pinned = 7,
  omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
  omp_atv_default = -1,
  omp_atv_false = 0,
  omp_atv_true = 1,
  omp_atv_contended = 3,
  omp_atv_uncontended = 4,
  omp_atv_serialized = 5,
  omp_atv_sequential = omp_atv_serialized, /* deprecated in 5.1 */
  omp_atv_private = 6,
  omp_atv_all = 7,
  omp_atv_thread = 8,
  omp_atv_pteam = 9,
  omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11,
  omp_atv_null_fb = 12,
  omp_atv_abort_fb = 13,
  omp_atv_allocator_fb = 14,
  omp_atv_environment = 15,
  omp_atv_nearest = 16,
  omp_atv_blocked = 17,
  omp_atv_interleaved = 18
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t {
  omp_alloctrait_key_t key;
  omp_uintptr_t value;
} omp_alloctrait_t;

/* 18.14 */
typedef enum omp_control_tool_t {
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t {
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

/* ---- 18.2 Parallel regions
 * --------------------------------------------------------------------------------------------- */

void omp_set_num_threads(int num_threads) LIMPID_OMP_CALL;
int omp_get_num_threads(void) LIMPID_OMP_CALL;
int omp_get_max_threads(void) LIMPID_OMP_CALL;
int omp_get_thread_num(void) LIMPID_OMP_CALL;
int omp_in_parallel(void) LIMPID_OMP_CALL;
void omp_set_dynamic(int dynamic_threads) LIMPID_OMP_CALL;
int omp_get_dynamic(void) LIMPID_OMP_CALL;
int omp_get_cancellation(void) LIMPID_OMP_CALL;
void omp_set_nested(int nested) LIMPID_OMP_CALL; /* deprecated in 5.0 */
int omp_get_nested(void) LIMPID_OMP_CALL;        /* deprecated in 5.0 */
void omp_set_schedule(omp_sched_t kind, int chunk_size) LIMPID_OMP_CALL;
void omp_get_schedule(omp_sched_t* kind, int* chunk_size) LIMPID_OMP_CALL;
int omp_get_thread_limit(void) LIMPID_OMP_CALL;
int omp_get_supported_active_levels(void) LIMPID_OMP_CALL;
void omp_set_max_active_levels(int max_levels) LIMPID_OMP_CALL;
int omp_get_max_active_levels(void) LIMPID_OMP_CALL;
int omp_get_level(void) LIMPID_OMP_CALL;
int omp_get_ancestor_thread_num(int level) LIMPID_OMP_CALL;
int omp_get_team_size(int level) LIMPID_OMP_CALL;
int omp_get_active_level(void) LIMPID_OMP_CALL;

/* ---- 18.3 Thread affinity
 * ---------------------------------------------------------------------------------------------- */

omp_proc_bind_t omp_get_proc_bind(void) LIMPID_OMP_CALL;
int omp_get_num_places(void) LIMPID_OMP_CALL;
int omp_get_place_num_procs(int place_num) LIMPID_OMP_CALL;
/* `ids` has room for omp_get_place_num_procs(place_num) numbers. */
void omp_get_place_proc_ids(int place_num, int* ids) LIMPID_OMP_CALL;
int omp_get_place_num(void) LIMPID_OMP_CALL;
int omp_get_partition_num_places(void) LIMPID_OMP_CALL;
/* `place_nums` has room for omp_get_partition_num_places() numbers. */
void omp_get_partition_place_nums(int* place_nums) LIMPID_OMP_CALL;
void omp_set_affinity_format(const char* format) LIMPID_OMP_CALL;
/* Both give the length of the whole text, and write at most `size` bytes, zero included. */
size_t omp_get_affinity_format(char* buffer, size_t size) LIMPID_OMP_CALL;
void omp_display_affinity(const char* format) LIMPID_OMP_CALL;
size_t omp_capture_affinity(char* buffer, size_t size, const char* format) LIMPID_OMP_CALL;

/* ---- 18.4 Teams regions
 * ------------------------------------------------------------------------------------------------ */

int omp_get_num_teams(void) LIMPID_OMP_CALL;
int omp_get_team_num(void) LIMPID_OMP_CALL;
void omp_set_num_teams(int num_teams) LIMPID_OMP_CALL;
int omp_get_max_teams(void) LIMPID_OMP_CALL;
void omp_set_teams_thread_limit(int thread_limit) LIMPID_OMP_CALL;
int omp_get_teams_thread_limit(void) LIMPID_OMP_CALL;

/* ---- 18.5 Tasks, 18.6 giving resources back, 18.11 events
 * --------------------------------------------------------------- */

int omp_get_max_task_priority(void) LIMPID_OMP_CALL;
int omp_in_explicit_task(void) LIMPID_OMP_CALL;
int omp_in_final(void) LIMPID_OMP_CALL;
/* 0 for success. */
int omp_pause_resource(omp_pause_resource_t kind, int device_num) LIMPID_OMP_CALL;
int omp_pause_resource_all(omp_pause_resource_t kind) LIMPID_OMP_CALL;
void omp_fulfill_event(omp_event_handle_t event) LIMPID_OMP_CALL;

/* ---- 18.7 Devices
 * ------------------------------------------------------------------------------------------------------ */

int omp_get_num_procs(void) LIMPID_OMP_CALL;
void omp_set_default_device(int device_num) LIMPID_OMP_CALL;
int omp_get_default_device(void) LIMPID_OMP_CALL;
int omp_get_num_devices(void) LIMPID_OMP_CALL;
int omp_get_device_num(void) LIMPID_OMP_CALL;
int omp_is_initial_device(void) LIMPID_OMP_CALL;
int omp_get_initial_device(void) LIMPID_OMP_CALL;
const char* omp_get_uid_from_device(int device_num) LIMPID_OMP_CALL; /* 6.0 */
int omp_get_device_from_uid(const char* uid) LIMPID_OMP_CALL;        /* 6.0 */

/* ---- 18.8 Device memory
 * ------------------------------------------------------------------------------------------------ */

void* omp_target_alloc(size_t size, int device_num) LIMPID_OMP_CALL;
void omp_target_free(void* device_ptr, int device_num) LIMPID_OMP_CALL;
int omp_target_is_present(const void* ptr, int device_num) LIMPID_OMP_CALL;
int omp_target_is_accessible(const void* ptr, size_t size, int device_num) LIMPID_OMP_CALL;
/* The copies give 0 for success. Called with NULL for both addresses, the _rect forms give the most
 * dimensions they can do. */
int omp_target_memcpy(void* dst, const void* src, size_t length, size_t dst_offset, size_t src_offset,
                      int dst_device_num, int src_device_num) LIMPID_OMP_CALL;
int omp_target_memcpy_rect(void* dst, const void* src, size_t element_size, int num_dims,
                           const size_t* volume, const size_t* dst_offsets, const size_t* src_offsets,
                           const size_t* dst_dimensions, const size_t* src_dimensions, int dst_device_num,
                           int src_device_num) LIMPID_OMP_CALL;
int omp_target_memcpy_async(void* dst, const void* src, size_t length, size_t dst_offset, size_t src_offset,
                            int dst_device_num, int src_device_num, int depobj_count,
                            omp_depend_t* depobj_list) LIMPID_OMP_CALL;
int omp_target_memcpy_rect_async(void* dst, const void* src, size_t element_size, int num_dims,
                                 const size_t* volume, const size_t* dst_offsets, const size_t* src_offsets,
                                 const size_t* dst_dimensions, const size_t* src_dimensions,
                                 int dst_device_num, int src_device_num, int depobj_count,
                                 omp_depend_t* depobj_list) LIMPID_OMP_CALL;
void* omp_target_memset(void* ptr, int value, size_t count, int device_num) LIMPID_OMP_CALL; /* 6.0 */
void* omp_target_memset_async(void* ptr, int value, size_t count, int device_num, int depobj_count,
                              omp_depend_t* depobj_list) LIMPID_OMP_CALL; /* 6.0 */
int omp_target_associate_ptr(const void* host_ptr, const void* device_ptr, size_t size, size_t device_offset,
                             int device_num) LIMPID_OMP_CALL;
int omp_target_disassociate_ptr(const void* ptr, int device_num) LIMPID_OMP_CALL;
void* omp_get_mapped_ptr(const void* ptr, int device_num) LIMPID_OMP_CALL;

/* ---- 18.9 Locks
 * -------------------------------------------------------------------------------------------------------- */

void omp_init_lock(omp_lock_t* lock) LIMPID_OMP_CALL;
void omp_init_lock_with_hint(omp_lock_t* lock, omp_sync_hint_t hint) LIMPID_OMP_CALL;
void omp_destroy_lock(omp_lock_t* lock) LIMPID_OMP_CALL;
void omp_set_lock(omp_lock_t* lock) LIMPID_OMP_CALL;
void omp_unset_lock(omp_lock_t* lock) LIMPID_OMP_CALL;
int omp_test_lock(omp_lock_t* lock) LIMPID_OMP_CALL;
void omp_init_nest_lock(omp_nest_lock_t* lock) LIMPID_OMP_CALL;
void omp_init_nest_lock_with_hint(omp_nest_lock_t* lock, omp_sync_hint_t hint) LIMPID_OMP_CALL;
void omp_destroy_nest_lock(omp_nest_lock_t* lock) LIMPID_OMP_CALL;
void omp_set_nest_lock(omp_nest_lock_t* lock) LIMPID_OMP_CALL;
void omp_unset_nest_lock(omp_nest_lock_t* lock) LIMPID_OMP_CALL;
int omp_test_nest_lock(omp_nest_lock_t* lock)
    LIMPID_OMP_CALL; /* the new nesting count, 0 if another task holds it */

/* ---- 18.10 Time: seconds
 * ----------------------------------------------------------------------------------------------- */

double omp_get_wtime(void) LIMPID_OMP_CALL;
double omp_get_wtick(void) LIMPID_OMP_CALL;

/* ---- 18.12 Interoperability
 * -------------------------------------------------------------------------------------------- */

int omp_get_num_interop_properties(omp_interop_t interop) LIMPID_OMP_CALL;
omp_intptr_t omp_get_interop_int(omp_interop_t interop, omp_interop_property_t property,
                                 int* ret_code) LIMPID_OMP_CALL;
void* omp_get_interop_ptr(omp_interop_t interop, omp_interop_property_t property,
                          int* ret_code) LIMPID_OMP_CALL;
const char* omp_get_interop_str(omp_interop_t interop, omp_interop_property_t property,
                                int* ret_code) LIMPID_OMP_CALL;
const char* omp_get_interop_name(omp_interop_t interop, omp_interop_property_t property) LIMPID_OMP_CALL;
const char* omp_get_interop_type_desc(omp_interop_t interop, omp_interop_property_t property) LIMPID_OMP_CALL;
const char* omp_get_interop_rc_desc(omp_interop_t interop, omp_interop_rc_t ret_code) LIMPID_OMP_CALL;

/* ---- 18.13 Memory management
 * ------------------------------------------------------------------------------------------- */

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t memspace, int ntraits,
                                          const omp_alloctrait_t* traits) LIMPID_OMP_CALL;
void omp_destroy_allocator(omp_allocator_handle_t allocator) LIMPID_OMP_CALL;
void omp_set_default_allocator(omp_allocator_handle_t allocator) LIMPID_OMP_CALL;
omp_allocator_handle_t omp_get_default_allocator(void) LIMPID_OMP_CALL;
/* omp_null_allocator stands for the default allocator of the task. */
void* omp_alloc(size_t size,
                omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator)) LIMPID_OMP_CALL
    __attribute__((__malloc__, __alloc_size__(1)));
void* omp_aligned_alloc(size_t alignment, size_t size,
                        omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator))
    LIMPID_OMP_CALL __attribute__((__malloc__, __alloc_size__(2)));
void* omp_calloc(size_t nmemb, size_t size,
                 omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator)) LIMPID_OMP_CALL
    __attribute__((__malloc__, __alloc_size__(1, 2)));
void* omp_aligned_calloc(size_t alignment, size_t nmemb, size_t size,
                         omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator))
    LIMPID_OMP_CALL __attribute__((__malloc__, __alloc_size__(2, 3)));
void* omp_realloc(void* ptr, size_t size,
                  omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator),
                  omp_allocator_handle_t free_allocator LIMPID_OMP_DEFAULT(omp_null_allocator))
    LIMPID_OMP_CALL __attribute__((__alloc_size__(2)));
/* The block itself knows its allocator: the argument may be omp_null_allocator. */
void omp_free(void* ptr,
              omp_allocator_handle_t allocator LIMPID_OMP_DEFAULT(omp_null_allocator)) LIMPID_OMP_CALL;

/* ---- 18.14 Tools, 18.15 environment
 * ------------------------------------------------------------------------------------ */

int omp_control_tool(int command, int modifier, void* arg) LIMPID_OMP_CALL;
void omp_display_env(int verbose) LIMPID_OMP_CALL;

/* ---- Extensions of Clang's and Intel's compilers
 * ----------------------------------------------------------------------- */

/* Bytes of stack of threads yet to be started; the first pair cuts to int. */
int kmp_get_stacksize(void) LIMPID_OMP_CALL;
void kmp_set_stacksize(int size) LIMPID_OMP_CALL;
size_t kmp_get_stacksize_s(void) LIMPID_OMP_CALL;
void kmp_set_stacksize_s(size_t size) LIMPID_OMP_CALL;

/* Milliseconds that a waiting thread spins before it sleeps; INT_MAX: for ever. */
int kmp_get_blocktime(void) LIMPID_OMP_CALL;
void kmp_set_blocktime(int milliseconds) LIMPID_OMP_CALL;

/* How threads wait: 1 serial (regions have one thread), 2 turnaround (spin), 3 throughput (sleep soon). */
int kmp_get_library(void) LIMPID_OMP_CALL;
void kmp_set_library(int kind) LIMPID_OMP_CALL;
void kmp_set_library_serial(void) LIMPID_OMP_CALL;
void kmp_set_library_turnaround(void) LIMPID_OMP_CALL;
void kmp_set_library_throughput(void) LIMPID_OMP_CALL;

/* "NAME=value", as in the environment; only before the first use of OpenMP. */
void kmp_set_defaults(const char* text) LIMPID_OMP_CALL;
void kmp_set_disp_num_buffers(int count) LIMPID_OMP_CALL;
void kmp_set_warnings_on(void) LIMPID_OMP_CALL;
void kmp_set_warnings_off(void) LIMPID_OMP_CALL;

typedef enum kmp_cancel_kind_t {
  cancel_parallel = 1,
  cancel_loop = 2,
  cancel_sections = 3,
  cancel_taskgroup = 4
} kmp_cancel_kind_t;
/* Non-zero if cancellation of the innermost such region was asked for. */
int kmp_get_cancellation_status(kmp_cancel_kind_t kind) LIMPID_OMP_CALL;

/* A set of processors, by the numbers of the operating system. Calls that return int give 0 for success. */
typedef void* kmp_affinity_mask_t;
int kmp_set_affinity(kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
int kmp_get_affinity(kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
int kmp_get_affinity_max_proc(void) LIMPID_OMP_CALL;
void kmp_create_affinity_mask(kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
void kmp_destroy_affinity_mask(kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
int kmp_set_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
int kmp_unset_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;
/* 1 if the processor is in the set, 0 if not. */
int kmp_get_affinity_mask_proc(int proc, kmp_affinity_mask_t* mask) LIMPID_OMP_CALL;

void* kmp_malloc(size_t size) LIMPID_OMP_CALL __attribute__((__malloc__, __alloc_size__(1)));
void* kmp_aligned_malloc(size_t size, size_t alignment) LIMPID_OMP_CALL
    __attribute__((__malloc__, __alloc_size__(1)));
void* kmp_calloc(size_t nmemb, size_t size) LIMPID_OMP_CALL __attribute__((__malloc__, __alloc_size__(1, 2)));
void* kmp_realloc(void* ptr, size_t size) LIMPID_OMP_CALL __attribute__((__alloc_size__(2)));
void kmp_free(void* ptr) LIMPID_OMP_CALL;

#ifdef __cplusplus
}
#endif

#undef LIMPID_OMP_WORD
#undef LIMPID_OMP_DEFAULT
#undef LIMPID_OMP_CALL

#endif /* LIMPID_OMP_H */
