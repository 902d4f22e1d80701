! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: reads and writes 16 bytes in two parts
! atomic on complex numbers, which are read and written in one piece.
program atomic_complex
  use omp_lib
  implicit none
  complex :: small
  complex(8) :: sum, seen
  integer :: i, n
  n = 300 * omp_get_max_threads()
  small = 0
  sum = 0
  !$omp parallel do private(seen)
  do i = 1, n
    !$omp atomic
    small = small + (1., 2.)
    !$omp atomic
    sum = sum + (1._8, -1._8)
    !$omp atomic read
    seen = sum
    call check(real(seen) == -aimag(seen), 'no torn complex')
  end do
  call check(small == cmplx(n, 2 * n) .and. sum == cmplx(n, -n, 8), 'sums')
contains
  include 'check.inc'
end program
