! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! detach: tasks complete when their event is fulfilled.
program detach
  use omp_lib
  implicit none
  integer(omp_event_handle_kind) :: event, other
  integer :: x, y
  x = 0; y = 0
  !$omp parallel
    !$omp single
      !$omp task detach(event) depend(out: x)
        x = 1
        call omp_fulfill_event(event)
      !$omp end task
      !$omp task depend(in: x)
        call check_eq(int(x, 8), 1_8, 'x')
      !$omp end task
      !$omp task detach(other) depend(out: y)
        y = 1
      !$omp end task
      !$omp task firstprivate(other)
        call omp_fulfill_event(other)
      !$omp end task
      !$omp taskwait
      call check_eq(int(y, 8), 1_8, 'y')
    !$omp end single
  !$omp end parallel
contains
  include 'check.inc'
end program
