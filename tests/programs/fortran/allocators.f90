! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no allocate clause on parallel
! Allocators through the Fortran entries: traits, default, and the allocate clause.
program allocators
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_allocator_handle_kind) :: mine
  type(omp_alloctrait) :: traits(2)
  type(c_ptr) :: memory
  integer :: value, total
  traits = [omp_alloctrait(omp_atk_alignment, 128), omp_alloctrait(omp_atk_pool_size, 1048576)]
  mine = omp_init_allocator(omp_default_mem_space, 2, traits)
  call check(mine /= omp_null_allocator, 'init')
  memory = omp_alloc(1000_c_size_t, mine)
  call check(c_associated(memory), 'alloc')
  call check(mod(transfer(memory, 0_8), 128_8) == 0, 'alignment')
  call omp_free(memory, mine)
  memory = omp_aligned_alloc(256_c_size_t, 512_c_size_t, omp_default_mem_alloc)
  call check(mod(transfer(memory, 0_8), 256_8) == 0, 'aligned')
  call omp_free(memory, omp_null_allocator)
  value = 3
  total = 0
  !$omp parallel firstprivate(value) allocate(mine: value) reduction(+:total)
    call check(mod(loc(value), 128_8) == 0, 'private in the allocator')
    total = total + value
  !$omp end parallel
  call check_eq(int(total, 8), 3_8 * omp_get_max_threads(), 'total')
  call omp_destroy_allocator(mine)
  call check(omp_get_default_allocator() == omp_default_mem_alloc, 'default')
  call omp_set_default_allocator(omp_thread_mem_alloc)
  call check(omp_get_default_allocator() == omp_thread_mem_alloc, 'set default')
contains
  include 'check.inc'
end program
