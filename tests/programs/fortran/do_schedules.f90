! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! do with every schedule, integer kinds, steps, collapse, lastprivate: each iteration once.
program do_schedules
  use omp_lib
  implicit none
  integer :: marks(0:999), i, j, last, kinds(4), k, step
  integer(8) :: long
  integer(2) :: short
  kinds = [omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto]
  do k = 1, 4
    call omp_set_schedule(kinds(k), 3)
    marks = 0
    !$omp parallel
      !$omp do
      do i = 0, 99
        call mark(i)
      end do
      !$omp do schedule(static, 7)
      do i = 199, 100, -1
        call mark(i)
      end do
      !$omp do schedule(dynamic)
      do long = 200_8, 299_8
        call mark(int(long))
      end do
      !$omp end do
      !$omp do schedule(guided, 2)
      do short = 300_2, 398_2, 2_2
        call mark(int(short))
        call mark(int(short) + 1)
      end do
      !$omp end do nowait
      !$omp do schedule(runtime) collapse(2)
      do i = 4, 5
        do j = 0, 99
          call mark(i * 100 + j)
        end do
      end do
      !$omp do schedule(monotonic:dynamic, 4)
      do i = 600, 699
        call mark(i)
      end do
      !$omp do schedule(nonmonotonic:guided)
      do i = 700, 799
        call mark(i)
      end do
      !$omp do schedule(auto)
      do i = 800, 899
        call mark(i)
      end do
    !$omp end parallel
    call check(all(marks(:899) == 1), 'each iteration once')
    call check(all(marks(900:) == 0), 'no other iteration')
  end do
  step = -3
  last = 0
  !$omp parallel do schedule(dynamic) lastprivate(last)
  do i = 20, 1, step
    last = i
  end do
  call check_eq(int(last, 8), 2_8, 'lastprivate of a downward loop')
  !$omp parallel do lastprivate(i)
  do i = 1, 0
    last = -1
  end do
  call check_eq(int(last, 8), 2_8, 'empty loop')
contains
  subroutine mark(at)
    integer, intent(in) :: at
    !$omp atomic
    marks(at) = marks(at) + 1
  end subroutine
  include 'check.inc'
end program
