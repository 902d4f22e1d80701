! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! threadprivate variables and common blocks, with copyin and copyprivate, over several regions.
module state
  implicit none
  integer, save :: counter = 10
  !$omp threadprivate(counter)
end module

program threadprivates
  use omp_lib
  use state
  implicit none
  integer :: a, round
  real(8) :: b(3)
  common /block/ b, a
  !$omp threadprivate(/block/)
  call omp_set_dynamic(.false.)
  !$omp parallel
    counter = counter + omp_get_thread_num()
  !$omp end parallel
  do round = 1, 5
    !$omp parallel
      call check_eq(int(counter, 8), 10_8 + omp_get_thread_num(), 'kept')
    !$omp end parallel
  end do
  counter = 99
  !$omp parallel copyin(counter)
    call check(counter == 99, 'copyin')
    !$omp barrier
    !$omp single
      counter = 42
    !$omp end single copyprivate(counter)
    call check(counter == 42, 'copyprivate')
    a = omp_get_thread_num()
    !$omp barrier
    call check_eq(int(a, 8), int(omp_get_thread_num(), 8), 'own')
  !$omp end parallel
contains
  include 'check.inc'
end program
