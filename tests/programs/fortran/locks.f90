! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Locks and nestable locks through the Fortran entries.
program locks
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer :: count, i
  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  count = 0
  !$omp parallel private(i)
    do i = 1, 100
      if (mod(i, 2) == 0) then
        call omp_set_lock(lock)
      else
        do while (.not. omp_test_lock(lock))
        end do
      end if
      count = count + 1
      call omp_unset_lock(lock)
    end do
  !$omp end parallel
  call check_eq(int(count, 8), 100_8 * omp_get_max_threads(), 'lock')
  count = 0
  !$omp parallel private(i)
    do i = 1, 50
      call omp_set_nest_lock(nest)
      call check_eq(int(omp_test_nest_lock(nest), 8), 2_8, 'nesting')
      count = count + 1
      call omp_unset_nest_lock(nest)
      call omp_unset_nest_lock(nest)
    end do
  !$omp end parallel
  call check_eq(int(count, 8), 50_8 * omp_get_max_threads(), 'nest lock')
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
contains
  include 'check.inc'
end program
