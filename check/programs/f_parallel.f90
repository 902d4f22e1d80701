! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A parallel region of Fortran.
! expect: parallel_begin = 1
! expect: implicit_begin = T
! expect: implicit_end = T
! expect: sync_begin:parallel = T
program f_parallel
  implicit none
  integer :: members
  integer, external :: omp_get_max_threads
  members = 0
  !$omp parallel reduction(+ : members)
  members = members + 1
  !$omp end parallel
  if (members /= omp_get_max_threads()) error stop 'size of the team'
end program
