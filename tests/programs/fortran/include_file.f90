! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not gcc: the include file must be ours, not the compiler's
! omp_lib.h as an include file: constants, generics with 8-byte arguments, routines with C pointers, extensions.
program include_file
  use, intrinsic :: iso_c_binding
  implicit none
  include 'omp_lib.h'
  integer(omp_nest_lock_kind) :: lock
  integer(kmp_affinity_mask_kind) :: mask
  integer(omp_allocator_handle_kind) :: allocator
  type(omp_alloctrait) :: traits(1)
  type(c_ptr) :: block
  integer(omp_sched_kind) :: kind
  integer(8) :: chunk
  integer :: i
  call check_eq(int(openmp_version, 8), 202111_8, 'openmp_version')
  call omp_set_num_threads(3_8)
  call check_eq(int(omp_get_max_threads(), 8), 3_8, 'omp_get_max_threads')
  call omp_set_schedule(omp_sched_guided, 9_8)
  call omp_get_schedule(kind, chunk)
  call check(kind == omp_sched_guided .and. chunk == 9, 'schedule')
  call omp_init_nest_lock(lock)
  call omp_set_nest_lock(lock)
  call check_eq(int(omp_test_nest_lock(lock), 8), 2_8, 'nesting')
  call give_back_lock()
  traits(1) = omp_alloctrait(omp_atk_alignment, 256)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  block = omp_alloc(100_c_size_t, allocator)
  call check_eq(mod(transfer(block, 0_8), 256_8), 0_8, 'alignment')
  call omp_free(block, allocator)
  call omp_destroy_allocator(allocator)
  call kmp_create_affinity_mask(mask)
  call check(kmp_get_affinity(mask) == 0, 'kmp_get_affinity')
  i = 0
  do while (kmp_get_affinity_mask_proc(i, mask) == 0)
    i = i + 1
  end do
  call check(i < kmp_get_affinity_max_proc(), 'a processor')
  call kmp_destroy_affinity_mask(mask)
  call kmp_set_blocktime(7)
  call check_eq(int(kmp_get_blocktime(), 8), 7_8, 'kmp_get_blocktime')
contains
  subroutine give_back_lock()
    call omp_unset_nest_lock(lock)
    call omp_unset_nest_lock(lock)
    call omp_destroy_nest_lock(lock)
  end subroutine
  include 'check.inc'
end program
