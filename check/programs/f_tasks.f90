! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Tasks, taskwait and critical of Fortran.
! expect: create:explicit = 6
! expect: switch:complete = 6
! expect: sync_begin:taskwait = 1
! expect: acquired:critical = 6
program f_tasks
  implicit none
  integer :: i, done
  done = 0
  !$omp parallel
  !$omp single
  do i = 1, 6
    !$omp task shared(done)
    !$omp critical
    done = done + 1
    !$omp end critical
    !$omp end task
  end do
  !$omp taskwait
  if (done /= 6) error stop 'tasks'
  !$omp end single
  !$omp end parallel
end program
