! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no 16-byte reals on this processor, and no atomics on 10-byte ones
! atomic on 10-byte and 16-byte reals.
program atomic_wide_reals
  use omp_lib
  implicit none
  real(10) :: sum10
  real(16) :: sum16
  integer :: i, n
  n = 300 * omp_get_max_threads()
  sum10 = 0
  sum16 = 0
  !$omp parallel do
  do i = 1, n
    !$omp atomic
    sum10 = sum10 + 0.25_10
    !$omp atomic
    sum16 = sum16 + 0.25_16
  end do
  call check(sum10 == 0.25_10 * n, '10 bytes')
  call check(sum16 == 0.25_16 * n, '16 bytes')
contains
  include 'check.inc'
end program
