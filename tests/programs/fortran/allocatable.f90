! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Allocatable arrays and derived types as private, firstprivate, lastprivate, in reductions and in tasks.
program allocatable_data
  use omp_lib
  implicit none
  type :: item
    integer :: number
    integer, allocatable :: values(:)
  end type
  integer, allocatable :: array(:), sums(:), last(:)
  type(item) :: one
  integer :: i, n
  n = omp_get_max_threads()
  allocate (array(10), sums(5), last(2))
  array = 7
  sums = 0
  one%number = 3
  one%values = [1, 2, 3]
  !$omp parallel firstprivate(array, one) reduction(+:sums)
    call check(all(array == 7) .and. all(one%values == [1, 2, 3]), 'firstprivate')
    array = omp_get_thread_num()
    one%values(2) = omp_get_thread_num()
    !$omp barrier
    call check(all(array == omp_get_thread_num()), 'own array')
    call check(one%values(2) == omp_get_thread_num(), 'own components')
    sums = sums + [1, 2, 3, 4, 5]
  !$omp end parallel
  call check(all(array == 7) .and. one%values(2) == 2, 'originals')
  call check(all(sums == n * [1, 2, 3, 4, 5]), 'array reduction')
  !$omp parallel do lastprivate(last) schedule(dynamic)
  do i = 1, 30
    last = [i, -i]
  end do
  call check(all(last == [30, -30]), 'lastprivate')
  !$omp parallel
    !$omp single
      do i = 1, 20
        array = i
        !$omp task firstprivate(array, i)
          call check(size(array) == 10 .and. all(array == i), 'task copy')
        !$omp end task
      end do
    !$omp end single
  !$omp end parallel
  deallocate (last)
  !$omp parallel private(last)
    call check(.not. allocated(last), 'private of an unallocated one')
    allocate (last(omp_get_thread_num() + 1))
    call check(size(last) == omp_get_thread_num() + 1, 'own size')
  !$omp end parallel
  call check(.not. allocated(last), 'still unallocated')
contains
  include 'check.inc'
end program
