! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! workshare: how it is shared is the compiler's matter; begin and end are paired.
! expect: parallel_begin = 1
! expect: implicit_end = T
program f_workshare
  implicit none
  integer :: values(100), total
  !$omp parallel workshare
  values = 2
  total = sum(values)
  !$omp end parallel workshare
  if (total /= 200) error stop 'workshare'
end program
