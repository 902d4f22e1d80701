! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The OpenMP API for Fortran as an include file, for fixed and free
! source form. The module omp_lib (fortran/omp_lib.f90) says more.

      integer, parameter :: omp_lock_kind = 8
      integer, parameter :: omp_nest_lock_kind = 8
      integer, parameter :: omp_depend_kind = 16
      integer, parameter :: omp_event_handle_kind = 8
      integer, parameter :: omp_interop_kind = 8
      integer, parameter :: omp_interop_fr_kind = 4
      integer, parameter :: omp_sched_kind = 4
      integer, parameter :: omp_proc_bind_kind = 4
      integer, parameter :: omp_sync_hint_kind = 4
      integer, parameter :: omp_lock_hint_kind = 4
      integer, parameter :: omp_pause_resource_kind = 4
      integer, parameter :: omp_control_tool_kind = 4
      integer, parameter :: omp_control_tool_result_kind = 4
      integer, parameter :: omp_memspace_handle_kind = 8
      integer, parameter :: omp_allocator_handle_kind = 8
      integer, parameter :: omp_alloctrait_key_kind = 4
      integer, parameter :: omp_alloctrait_val_kind = 8
      integer, parameter :: kmp_pointer_kind = 8
      integer, parameter :: kmp_size_t_kind = 8
      integer, parameter :: kmp_affinity_mask_kind = 8
      integer, parameter :: kmp_cancel_kind = 4

      integer(4), parameter :: omp_sched_static = 1
      integer(4), parameter :: omp_sched_dynamic = 2
      integer(4), parameter :: omp_sched_guided = 3
      integer(4), parameter :: omp_sched_auto = 4
      integer(4), parameter :: omp_sched_monotonic = -huge(0_4) - 1_4

      integer(4), parameter :: omp_proc_bind_false = 0
      integer(4), parameter :: omp_proc_bind_true = 1
      integer(4), parameter :: omp_proc_bind_primary = 2
      integer(4), parameter :: omp_proc_bind_master = 2
      integer(4), parameter :: omp_proc_bind_close = 3
      integer(4), parameter :: omp_proc_bind_spread = 4

      integer(4), parameter :: omp_sync_hint_none = 0
      integer(4), parameter :: omp_sync_hint_uncontended = 1
      integer(4), parameter :: omp_sync_hint_contended = 2
      integer(4), parameter :: omp_sync_hint_nonspeculative = 4
      integer(4), parameter :: omp_sync_hint_speculative = 8

      integer(4), parameter :: omp_lock_hint_none = 0
      integer(4), parameter :: omp_lock_hint_uncontended = 1
      integer(4), parameter :: omp_lock_hint_contended = 2
      integer(4), parameter :: omp_lock_hint_nonspeculative = 4
      integer(4), parameter :: omp_lock_hint_speculative = 8
      integer(4), parameter :: kmp_lock_hint_hle = 65536
      integer(4), parameter :: kmp_lock_hint_rtm = 131072
      integer(4), parameter :: kmp_lock_hint_adaptive = 262144

      integer(4), parameter :: omp_pause_soft = 1
      integer(4), parameter :: omp_pause_hard = 2

      integer(4), parameter :: omp_control_tool_start = 1
      integer(4), parameter :: omp_control_tool_pause = 2
      integer(4), parameter :: omp_control_tool_flush = 3
      integer(4), parameter :: omp_control_tool_end = 4

      integer(4), parameter :: omp_control_tool_notool = -2
      integer(4), parameter :: omp_control_tool_nocallback = -1
      integer(4), parameter :: omp_control_tool_success = 0
      integer(4), parameter :: omp_control_tool_ignored = 1

      integer(8), parameter :: omp_interop_none = 0

      integer(4), parameter :: omp_ifr_cuda = 1
      integer(4), parameter :: omp_ifr_cuda_driver = 2
      integer(4), parameter :: omp_ifr_opencl = 3
      integer(4), parameter :: omp_ifr_sycl = 4
      integer(4), parameter :: omp_ifr_hip = 5
      integer(4), parameter :: omp_ifr_level_zero = 6
      integer(4), parameter :: omp_ifr_hsa = 7
      integer(4), parameter :: omp_ifr_last = 7

      integer(8), parameter :: omp_default_mem_space = 0
      integer(8), parameter :: omp_large_cap_mem_space = 1
      integer(8), parameter :: omp_const_mem_space = 2
      integer(8), parameter :: omp_high_bw_mem_space = 3
      integer(8), parameter :: omp_low_lat_mem_space = 4

      integer(8), parameter :: omp_null_allocator = 0
      integer(8), parameter :: omp_default_mem_alloc = 1
      integer(8), parameter :: omp_large_cap_mem_alloc = 2
      integer(8), parameter :: omp_const_mem_alloc = 3
      integer(8), parameter :: omp_high_bw_mem_alloc = 4
      integer(8), parameter :: omp_low_lat_mem_alloc = 5
      integer(8), parameter :: omp_cgroup_mem_alloc = 6
      integer(8), parameter :: omp_pteam_mem_alloc = 7
      integer(8), parameter :: omp_thread_mem_alloc = 8

      integer(4), parameter :: omp_atk_sync_hint = 1
      integer(4), parameter :: omp_atk_alignment = 2
      integer(4), parameter :: omp_atk_access = 3
      integer(4), parameter :: omp_atk_pool_size = 4
      integer(4), parameter :: omp_atk_fallback = 5
      integer(4), parameter :: omp_atk_fb_data = 6
      integer(4), parameter :: omp_atk_pinned = 7
      integer(4), parameter :: omp_atk_partition = 8

      integer(8), parameter :: omp_atv_default = -1
      integer(8), parameter :: omp_atv_false = 0
      integer(8), parameter :: omp_atv_true = 1
      integer(8), parameter :: omp_atv_contended = 3
      integer(8), parameter :: omp_atv_uncontended = 4
      integer(8), parameter :: omp_atv_serialized = 5
      integer(8), parameter :: omp_atv_sequential = 5
      integer(8), parameter :: omp_atv_private = 6
      integer(8), parameter :: omp_atv_all = 7
      integer(8), parameter :: omp_atv_thread = 8
      integer(8), parameter :: omp_atv_pteam = 9
      integer(8), parameter :: omp_atv_cgroup = 10
      integer(8), parameter :: omp_atv_default_mem_fb = 11
      integer(8), parameter :: omp_atv_null_fb = 12
      integer(8), parameter :: omp_atv_abort_fb = 13
      integer(8), parameter :: omp_atv_allocator_fb = 14
      integer(8), parameter :: omp_atv_environment = 15
      integer(8), parameter :: omp_atv_nearest = 16
      integer(8), parameter :: omp_atv_blocked = 17
      integer(8), parameter :: omp_atv_interleaved = 18

      integer(4), parameter :: kmp_cancel_parallel = 1
      integer(4), parameter :: kmp_cancel_loop = 2
      integer(4), parameter :: kmp_cancel_sections = 3
      integer(4), parameter :: kmp_cancel_taskgroup = 4

      type, bind(c) :: omp_alloctrait
        integer(4) :: key
        integer(8) :: value
      end type omp_alloctrait

      integer, parameter :: openmp_version = 202111
      integer, parameter :: omp_initial_device = -1
      integer, parameter :: omp_invalid_device = -4

! ---- Parallel regions (18.2)

      interface omp_set_num_threads
        subroutine omp_set_num_threads(num_threads)
          integer(4), intent(in) :: num_threads
        end subroutine
        subroutine omp_set_num_threads_8(num_threads)
          integer(8), intent(in) :: num_threads
        end subroutine
      end interface omp_set_num_threads
      interface
        function omp_get_num_threads() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_max_threads() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_thread_num() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_in_parallel() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface omp_set_dynamic
        subroutine omp_set_dynamic(dynamic_threads)
          logical(4), intent(in) :: dynamic_threads
        end subroutine
        subroutine omp_set_dynamic_8(dynamic_threads)
          logical(8), intent(in) :: dynamic_threads
        end subroutine
      end interface omp_set_dynamic
      interface
        function omp_get_dynamic() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface
        function omp_get_cancellation() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface omp_set_nested
        subroutine omp_set_nested(nested)
          logical(4), intent(in) :: nested
        end subroutine
        subroutine omp_set_nested_8(nested)
          logical(8), intent(in) :: nested
        end subroutine
      end interface omp_set_nested
      interface
        function omp_get_nested() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface omp_set_schedule
        subroutine omp_set_schedule(kind, chunk_size)
          integer(4), intent(in) :: kind
          integer(4), intent(in) :: chunk_size
        end subroutine
        subroutine omp_set_schedule_8(kind, chunk_size)
          integer(4), intent(in) :: kind
          integer(8), intent(in) :: chunk_size
        end subroutine
      end interface omp_set_schedule
      interface omp_get_schedule
        subroutine omp_get_schedule(kind, chunk_size)
          integer(4), intent(out) :: kind
          integer(4), intent(out) :: chunk_size
        end subroutine
        subroutine omp_get_schedule_8(kind, chunk_size)
          integer(4), intent(out) :: kind
          integer(8), intent(out) :: chunk_size
        end subroutine
      end interface omp_get_schedule
      interface
        function omp_get_thread_limit() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_supported_active_levels() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_set_max_active_levels
        subroutine omp_set_max_active_levels(max_levels)
          integer(4), intent(in) :: max_levels
        end subroutine
        subroutine omp_set_max_active_levels_8(max_levels)
          integer(8), intent(in) :: max_levels
        end subroutine
      end interface omp_set_max_active_levels
      interface
        function omp_get_max_active_levels() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_level() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_get_ancestor_thread_num
        function omp_get_ancestor_thread_num(level) result(answer)
          integer(4), intent(in) :: level
          integer(4) :: answer
        end function
        function omp_get_ancestor_thread_num_8(level) result(answer)
          integer(8), intent(in) :: level
          integer(4) :: answer
        end function
      end interface omp_get_ancestor_thread_num
      interface omp_get_team_size
        function omp_get_team_size(level) result(answer)
          integer(4), intent(in) :: level
          integer(4) :: answer
        end function
        function omp_get_team_size_8(level) result(answer)
          integer(8), intent(in) :: level
          integer(4) :: answer
        end function
      end interface omp_get_team_size
      interface
        function omp_get_active_level() result(answer)
          integer(4) :: answer
        end function
      end interface

! ---- Thread affinity (18.3)

      interface
        function omp_get_proc_bind() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_num_places() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_get_place_num_procs
        function omp_get_place_num_procs(place_num) result(answer)
          integer(4), intent(in) :: place_num
          integer(4) :: answer
        end function
        function omp_get_place_num_procs_8(place_num) result(answer)
          integer(8), intent(in) :: place_num
          integer(4) :: answer
        end function
      end interface omp_get_place_num_procs
      interface omp_get_place_proc_ids
        subroutine omp_get_place_proc_ids(place_num, ids)
          integer(4), intent(in) :: place_num
          integer(4), intent(out) :: ids(*)
        end subroutine
        subroutine omp_get_place_proc_ids_8(place_num, ids)
          integer(8), intent(in) :: place_num
          integer(8), intent(out) :: ids(*)
        end subroutine
      end interface omp_get_place_proc_ids
      interface
        function omp_get_place_num() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_partition_num_places() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_get_partition_place_nums
        subroutine omp_get_partition_place_nums(place_nums)
          integer(4), intent(out) :: place_nums(*)
        end subroutine
        subroutine omp_get_partition_place_nums_8(place_nums)
          integer(8), intent(out) :: place_nums(*)
        end subroutine
      end interface omp_get_partition_place_nums
      interface
        subroutine omp_set_affinity_format(format)
          character(len=*), intent(in) :: format
        end subroutine
      end interface
      interface
        function omp_get_affinity_format(buffer) result(answer)
          character(len=*), intent(out) :: buffer
          integer(4) :: answer
        end function
      end interface
      interface
        subroutine omp_display_affinity(format)
          character(len=*), intent(in) :: format
        end subroutine
      end interface
      interface
        function omp_capture_affinity(buffer, format) result(answer)
          character(len=*), intent(out) :: buffer
          character(len=*), intent(in) :: format
          integer(4) :: answer
        end function
      end interface

! ---- Teams regions (18.4)

      interface
        function omp_get_num_teams() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_team_num() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_set_num_teams
        subroutine omp_set_num_teams(num_teams)
          integer(4), intent(in) :: num_teams
        end subroutine
        subroutine omp_set_num_teams_8(num_teams)
          integer(8), intent(in) :: num_teams
        end subroutine
      end interface omp_set_num_teams
      interface
        function omp_get_max_teams() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_set_teams_thread_limit
        subroutine omp_set_teams_thread_limit(thread_limit)
          integer(4), intent(in) :: thread_limit
        end subroutine
        subroutine omp_set_teams_thread_limit_8(thread_limit)
          integer(8), intent(in) :: thread_limit
        end subroutine
      end interface omp_set_teams_thread_limit
      interface
        function omp_get_teams_thread_limit() result(answer)
          integer(4) :: answer
        end function
      end interface

! ---- Tasks and resources (18.5, 18.6)

      interface
        function omp_get_max_task_priority() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_in_explicit_task() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface
        function omp_in_final() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface
        function omp_pause_resource(kind, device_num) result(answer)
          integer(4), intent(in) :: kind
          integer(4), intent(in) :: device_num
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_pause_resource_all(kind) result(answer)
          integer(4), intent(in) :: kind
          integer(4) :: answer
        end function
      end interface

! ---- Devices (18.7)

      interface
        function omp_get_num_procs() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface omp_set_default_device
        subroutine omp_set_default_device(device_num)
          integer(4), intent(in) :: device_num
        end subroutine
        subroutine omp_set_default_device_8(device_num)
          integer(8), intent(in) :: device_num
        end subroutine
      end interface omp_set_default_device
      interface
        function omp_get_default_device() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_num_devices() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_get_device_num() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        function omp_is_initial_device() result(answer)
          logical(4) :: answer
        end function
      end interface
      interface
        function omp_get_initial_device() result(answer)
          integer(4) :: answer
        end function
      end interface

! ---- Locks (18.9)

      interface
        subroutine omp_init_lock(svar)
          integer(8), intent(out) :: svar
        end subroutine
      end interface
      interface
        subroutine omp_init_lock_with_hint(svar, hint)
          integer(8), intent(out) :: svar
          integer(4), intent(in) :: hint
        end subroutine
      end interface
      interface
        subroutine omp_destroy_lock(svar)
          integer(8), intent(inout) :: svar
        end subroutine
      end interface
      interface
        subroutine omp_set_lock(svar)
          integer(8), intent(inout) :: svar
        end subroutine
      end interface
      interface
        subroutine omp_unset_lock(svar)
          integer(8), intent(inout) :: svar
        end subroutine
      end interface
      interface
        function omp_test_lock(svar) result(answer)
          integer(8), intent(inout) :: svar
          logical(4) :: answer
        end function
      end interface
      interface
        subroutine omp_init_nest_lock(nvar)
          integer(8), intent(out) :: nvar
        end subroutine
      end interface
      interface
        subroutine omp_init_nest_lock_with_hint(nvar, hint)
          integer(8), intent(out) :: nvar
          integer(4), intent(in) :: hint
        end subroutine
      end interface
      interface
        subroutine omp_destroy_nest_lock(nvar)
          integer(8), intent(inout) :: nvar
        end subroutine
      end interface
      interface
        subroutine omp_set_nest_lock(nvar)
          integer(8), intent(inout) :: nvar
        end subroutine
      end interface
      interface
        subroutine omp_unset_nest_lock(nvar)
          integer(8), intent(inout) :: nvar
        end subroutine
      end interface
      interface
        function omp_test_nest_lock(nvar) result(answer)
          integer(8), intent(inout) :: nvar
          integer(4) :: answer
        end function
      end interface

! ---- Time (18.10)

      interface
        function omp_get_wtime() result(answer)
          real(8) :: answer
        end function
      end interface
      interface
        function omp_get_wtick() result(answer)
          real(8) :: answer
        end function
      end interface

! ---- Allocators (18.13)

      interface omp_init_allocator
        function omp_init_allocator(memspace, ntraits,                  &
     &     traits) result(answer)
          import :: omp_alloctrait
          integer(8), intent(in) :: memspace
          integer(4), intent(in) :: ntraits
          type(omp_alloctrait), intent(in) :: traits(ntraits)
          integer(8) :: answer
        end function
        function omp_init_allocator_8(memspace, ntraits,                &
     &     traits) result(answer)
          import :: omp_alloctrait
          integer(8), intent(in) :: memspace
          integer(8), intent(in) :: ntraits
          type(omp_alloctrait), intent(in) :: traits(ntraits)
          integer(8) :: answer
        end function
      end interface omp_init_allocator
      interface
        subroutine omp_destroy_allocator(allocator)
          integer(8), intent(in) :: allocator
        end subroutine
      end interface
      interface
        subroutine omp_set_default_allocator(allocator)
          integer(8), intent(in) :: allocator
        end subroutine
      end interface
      interface
        function omp_get_default_allocator() result(answer)
          integer(8) :: answer
        end function
      end interface

! ---- Tools and environment (18.14, 18.15)

      interface
        function omp_control_tool(command, modifier) result(answer)
          integer(4), intent(in) :: command
          integer(4), intent(in) :: modifier
          integer(4) :: answer
        end function
      end interface
      interface omp_display_env
        subroutine omp_display_env(verbose)
          logical(4), intent(in) :: verbose
        end subroutine
        subroutine omp_display_env_8(verbose)
          logical(8), intent(in) :: verbose
        end subroutine
      end interface omp_display_env

! ---- Extensions of LLVM and Intel

      interface
        subroutine kmp_set_stacksize(bytes)
          integer(4), intent(in) :: bytes
        end subroutine
      end interface
      interface
        function kmp_get_stacksize() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        subroutine kmp_set_stacksize_s(bytes)
          integer(8), intent(in) :: bytes
        end subroutine
      end interface
      interface
        function kmp_get_stacksize_s() result(answer)
          integer(8) :: answer
        end function
      end interface
      interface
        subroutine kmp_set_blocktime(milliseconds)
          integer(4), intent(in) :: milliseconds
        end subroutine
      end interface
      interface
        function kmp_get_blocktime() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        subroutine kmp_set_library(mode)
          integer(4), intent(in) :: mode
        end subroutine
      end interface
      interface
        function kmp_get_library() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        subroutine kmp_set_library_serial()
        end subroutine
      end interface
      interface
        subroutine kmp_set_library_turnaround()
        end subroutine
      end interface
      interface
        subroutine kmp_set_library_throughput()
        end subroutine
      end interface
      interface
        subroutine kmp_set_defaults(text)
          character(len=*), intent(in) :: text
        end subroutine
      end interface
      interface
        subroutine kmp_set_disp_num_buffers(count)
          integer(4), intent(in) :: count
        end subroutine
      end interface
      interface
        subroutine kmp_set_warnings_on()
        end subroutine
      end interface
      interface
        subroutine kmp_set_warnings_off()
        end subroutine
      end interface
      interface
        function kmp_get_cancellation_status(cancelkind) result(answer)
          integer(4), intent(in) :: cancelkind
          logical(4) :: answer
        end function
      end interface
      interface
        function kmp_set_affinity(mask) result(answer)
          integer(8), intent(in) :: mask
          integer(4) :: answer
        end function
      end interface
      interface
        function kmp_get_affinity(mask) result(answer)
          integer(8), intent(inout) :: mask
          integer(4) :: answer
        end function
      end interface
      interface
        function kmp_get_affinity_max_proc() result(answer)
          integer(4) :: answer
        end function
      end interface
      interface
        subroutine kmp_create_affinity_mask(mask)
          integer(8), intent(out) :: mask
        end subroutine
      end interface
      interface
        subroutine kmp_destroy_affinity_mask(mask)
          integer(8), intent(inout) :: mask
        end subroutine
      end interface
      interface
        function kmp_set_affinity_mask_proc(proc, mask) result(answer)
          integer(4), intent(in) :: proc
          integer(8), intent(inout) :: mask
          integer(4) :: answer
        end function
      end interface
      interface
        function kmp_unset_affinity_mask_proc(proc,                     &
     &     mask) result(answer)
          integer(4), intent(in) :: proc
          integer(8), intent(inout) :: mask
          integer(4) :: answer
        end function
      end interface
      interface
        function kmp_get_affinity_mask_proc(proc, mask) result(answer)
          integer(4), intent(in) :: proc
          integer(8), intent(in) :: mask
          integer(4) :: answer
        end function
      end interface
      interface
        function kmp_malloc(bytes) result(answer)
          integer(8), intent(in) :: bytes
          integer(8) :: answer
        end function
      end interface
      interface
        function kmp_aligned_malloc(bytes, alignment) result(answer)
          integer(8), intent(in) :: bytes
          integer(8), intent(in) :: alignment
          integer(8) :: answer
        end function
      end interface
      interface
        function kmp_calloc(elements, bytes) result(answer)
          integer(8), intent(in) :: elements
          integer(8), intent(in) :: bytes
          integer(8) :: answer
        end function
      end interface
      interface
        function kmp_realloc(address, bytes) result(answer)
          integer(8), intent(in) :: address
          integer(8), intent(in) :: bytes
          integer(8) :: answer
        end function
      end interface
      interface
        subroutine kmp_free(address)
          integer(8), intent(in) :: address
        end subroutine
      end interface

! ---- Events (18.11)

      interface
        subroutine omp_fulfill_event(event) bind(c)
          integer(8), value :: event
        end subroutine
      end interface

! ---- Memory (18.13)

      interface
        function omp_alloc(size, allocator) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
          integer(c_size_t), value :: size
          integer(8), value :: allocator
          type(c_ptr) :: answer
        end function
        function omp_aligned_alloc(alignment, size,                     &
     &     allocator) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
          integer(c_size_t), value :: alignment
          integer(c_size_t), value :: size
          integer(8), value :: allocator
          type(c_ptr) :: answer
        end function
        function omp_calloc(nmemb, size,                                &
     &     allocator) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
          integer(c_size_t), value :: nmemb
          integer(c_size_t), value :: size
          integer(8), value :: allocator
          type(c_ptr) :: answer
        end function
        function omp_aligned_calloc(alignment, nmemb, size,             &
     &     allocator) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
          integer(c_size_t), value :: alignment
          integer(c_size_t), value :: nmemb
          integer(c_size_t), value :: size
          integer(8), value :: allocator
          type(c_ptr) :: answer
        end function
        function omp_realloc(ptr, size, allocator,                      &
     &     free_allocator) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_ptr, c_size_t
          type(c_ptr), value :: ptr
          integer(c_size_t), value :: size
          integer(8), value :: allocator
          integer(8), value :: free_allocator
          type(c_ptr) :: answer
        end function
        subroutine omp_free(ptr, allocator) bind(c)
          use, intrinsic :: iso_c_binding, only: c_ptr
          type(c_ptr), value :: ptr
          integer(8), value :: allocator
        end subroutine
      end interface

! ---- Device memory (18.8)

      interface
        function omp_target_alloc(size,                                 &
     &     device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          integer(c_size_t), value :: size
          integer(c_int), value :: device_num
          type(c_ptr) :: answer
        end function
        subroutine omp_target_free(device_ptr, device_num) bind(c)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr
          type(c_ptr), value :: device_ptr
          integer(c_int), value :: device_num
        end subroutine
        function omp_target_is_present(ptr,                             &
     &     device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr
          type(c_ptr), value :: ptr
          integer(c_int), value :: device_num
          integer(c_int) :: answer
        end function
        function omp_target_is_accessible(ptr, size,                    &
     &     device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: ptr
          integer(c_size_t), value :: size
          integer(c_int), value :: device_num
          integer(c_int) :: answer
        end function
        function omp_target_memcpy(dst, src, length, dst_offset,        &
     &     src_offset, dst_device_num,                                  &
     &     src_device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: dst
          type(c_ptr), value :: src
          integer(c_size_t), value :: length
          integer(c_size_t), value :: dst_offset
          integer(c_size_t), value :: src_offset
          integer(c_int), value :: dst_device_num
          integer(c_int), value :: src_device_num
          integer(c_int) :: answer
        end function
        function omp_target_memcpy_rect(dst, src, element_size,         &
     &     num_dims, volume, dst_offsets, src_offsets,                  &
     &     dst_dimensions, src_dimensions, dst_device_num,              &
     &     src_device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: dst
          type(c_ptr), value :: src
          integer(c_size_t), value :: element_size
          integer(c_int), value :: num_dims
          integer(c_size_t), intent(in) :: volume(*)
          integer(c_size_t), intent(in) :: dst_offsets(*)
          integer(c_size_t), intent(in) :: src_offsets(*)
          integer(c_size_t), intent(in) :: dst_dimensions(*)
          integer(c_size_t), intent(in) :: src_dimensions(*)
          integer(c_int), value :: dst_device_num
          integer(c_int), value :: src_device_num
          integer(c_int) :: answer
        end function
        function omp_target_memcpy_async(dst, src, length,              &
     &     dst_offset, src_offset, dst_device_num, src_device_num,      &
     &     depobj_count, depobj_list) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: dst
          type(c_ptr), value :: src
          integer(c_size_t), value :: length
          integer(c_size_t), value :: dst_offset
          integer(c_size_t), value :: src_offset
          integer(c_int), value :: dst_device_num
          integer(c_int), value :: src_device_num
          integer(c_int), value :: depobj_count
          integer(16), intent(in) :: depobj_list(*)
          integer(c_int) :: answer
        end function
        function omp_target_memcpy_rect_async(dst, src, element_size,   &
     &     num_dims, volume, dst_offsets, src_offsets,                  &
     &     dst_dimensions, src_dimensions, dst_device_num,              &
     &     src_device_num, depobj_count,                                &
     &     depobj_list) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: dst
          type(c_ptr), value :: src
          integer(c_size_t), value :: element_size
          integer(c_int), value :: num_dims
          integer(c_size_t), intent(in) :: volume(*)
          integer(c_size_t), intent(in) :: dst_offsets(*)
          integer(c_size_t), intent(in) :: src_offsets(*)
          integer(c_size_t), intent(in) :: dst_dimensions(*)
          integer(c_size_t), intent(in) :: src_dimensions(*)
          integer(c_int), value :: dst_device_num
          integer(c_int), value :: src_device_num
          integer(c_int), value :: depobj_count
          integer(16), intent(in) :: depobj_list(*)
          integer(c_int) :: answer
        end function
        function omp_target_associate_ptr(host_ptr, device_ptr, size,   &
     &     device_offset, device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
          type(c_ptr), value :: host_ptr
          type(c_ptr), value :: device_ptr
          integer(c_size_t), value :: size
          integer(c_size_t), value :: device_offset
          integer(c_int), value :: device_num
          integer(c_int) :: answer
        end function
        function omp_target_disassociate_ptr(ptr,                       &
     &     device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr
          type(c_ptr), value :: ptr
          integer(c_int), value :: device_num
          integer(c_int) :: answer
        end function
        function omp_get_mapped_ptr(ptr,                                &
     &     device_num) bind(c) result(answer)
          use, intrinsic :: iso_c_binding, only: c_int, c_ptr
          type(c_ptr), value :: ptr
          integer(c_int), value :: device_num
          type(c_ptr) :: answer
        end function
      end interface
