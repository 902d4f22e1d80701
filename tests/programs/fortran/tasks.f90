! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Tasks: recursion, depend, taskgroup, taskloop, priorities, final, untied.
program tasks
  use omp_lib
  implicit none
  integer :: x, y, i, count, cells(20), total, last
  !$omp parallel
    !$omp single
      call check_eq(fib(15), 610_8, 'fib')
    !$omp end single
  !$omp end parallel
  x = 0; y = 0; count = 0; total = 0
  !$omp parallel
    !$omp single
      do i = 1, 10
        !$omp task depend(inout: x) shared(x) firstprivate(i)
          call check_eq(int(x, 8), int(i - 1, 8), 'chain')
          x = x + 1
        !$omp end task
      end do
      !$omp task depend(in: x) depend(out: y) priority(3)
        y = x
      !$omp end task
      !$omp taskwait
      call check_eq(int(y, 8), 10_8, 'taskwait')
      !$omp taskgroup
        do i = 1, 20
          !$omp task untied final(i > 15) shared(cells) firstprivate(i)
            cells(i) = i
            !$omp taskyield
          !$omp end task
        end do
      !$omp end taskgroup
      call check_eq(int(sum(cells), 8), 210_8, 'taskgroup')
      !$omp taskloop grainsize(3) lastprivate(last) shared(cells)
      do i = 1, 20
        cells(i) = 2 * i
        last = i
      end do
      !$omp end taskloop
      call check(sum(cells) == 420 .and. last == 20, 'taskloop')
      !$omp task if(.false.) mergeable
        count = 0
      !$omp end task
      call check_eq(int(count, 8), 0_8, 'undeferred')
    !$omp end single
  !$omp end parallel
contains
  recursive function fib(n) result(value)
    integer, intent(in) :: n
    integer(8) :: value, a, b
    value = n
    if (n < 2) return
    !$omp task shared(a) firstprivate(n)
      a = fib(n - 1)
    !$omp end task
    !$omp task shared(b) firstprivate(n)
      b = fib(n - 2)
    !$omp end task
    !$omp taskwait
    value = a + b
  end function
  include 'check.inc'
end program
