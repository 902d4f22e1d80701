! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! cancel do, parallel, sections and taskgroup.
!
! env: OMP_CANCELLATION=true
program cancellation
  use omp_lib
  implicit none
  integer :: i, count, after, tasks
  call check(omp_get_cancellation(), 'OMP_CANCELLATION')
  count = 0
  !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 100000
      !$omp atomic
      count = count + 1
      !$omp cancel do if(i >= 50)
    end do
  !$omp end parallel
  call check(count >= 1 .and. count < 100000, 'cancel do')
  after = 0
  !$omp parallel
    if (omp_get_thread_num() == 0) then
      !$omp cancel parallel
    end if
    !$omp barrier
    !$omp atomic
    after = after + 1
  !$omp end parallel
  call check_eq(int(after, 8), 0_8, 'cancel parallel')
  !$omp parallel
    !$omp sections
      !$omp cancel sections
      !$omp atomic
      after = after + 1
    !$omp section
      !$omp cancellation point sections
    !$omp end sections
  !$omp end parallel
  call check_eq(int(after, 8), 0_8, 'cancel sections')
  tasks = 0
  !$omp parallel
    !$omp single
      !$omp taskgroup
        !$omp task if(.false.)
          !$omp cancel taskgroup
        !$omp end task
        do i = 1, 20
          !$omp task
            !$omp atomic
            tasks = tasks + 1
          !$omp end task
        end do
      !$omp end taskgroup
    !$omp end single
  !$omp end parallel
  call check_eq(int(tasks, 8), 0_8, 'cancel taskgroup')
contains
  include 'check.inc'
end program
