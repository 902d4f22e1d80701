! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no reduction clause on taskloop, nor task_reduction
! Reductions over the tasks of a loop and of a taskgroup.
program task_reductions
  implicit none
  integer :: i, count, total
  total = 0
  count = 0
  !$omp parallel
    !$omp single
      !$omp taskloop num_tasks(4) reduction(+:total)
      do i = 20, 1, -1
        total = total + i
      end do
      call check_eq(int(total, 8), 210_8, 'taskloop reduction')
      !$omp taskgroup task_reduction(+:count)
        do i = 1, 8
          !$omp task in_reduction(+:count)
            count = count + i
          !$omp end task
        end do
      !$omp end taskgroup
      call check_eq(int(count, 8), 36_8, 'task reduction')
    !$omp end single
  !$omp end parallel
contains
  include 'check.inc'
end program
