! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! sections, single with copyprivate, workshare, master, masked, barrier, critical.
program worksharing
  use omp_lib
  implicit none
  integer :: a, b, c, number, total, others, n
  integer :: x(200), y(200)
  integer, allocatable :: items(:)
  n = omp_get_max_threads()
  a = 0; b = 0; c = 0; total = 0; others = 0
  !$omp parallel private(number) private(items)
    !$omp sections lastprivate(c)
      a = 1
    !$omp section
      b = 2
    !$omp section
      c = 3
    !$omp end sections
    call check(a == 1 .and. b == 2 .and. c == 3, 'sections')
    allocate (items(3))
    !$omp single
      number = 77
      items = [4, 5, 6]
    !$omp end single copyprivate(number, items)
    call check(number == 77 .and. all(items == [4, 5, 6]), 'copyprivate')
    !$omp barrier
    !$omp workshare
      x = 3
      y = x * 2
      where (y > 5) x = x + y
    !$omp end workshare
    call check(all(x == 9), 'workshare')
    !$omp master
      !$omp atomic
      total = total + 1
    !$omp end master
    !$omp masked filter(n - 1)
      !$omp atomic
      total = total + 1
    !$omp end masked
    !$omp barrier
    !$omp critical (name)
      total = total + 1
    !$omp end critical (name)
    !$omp critical
      others = others + 1
    !$omp end critical
    !$omp barrier
    !$omp single
      call check_eq(int(total, 8), n + 2_8, 'total')
      call check_eq(int(others, 8), int(n, 8), 'others')
    !$omp end single
  !$omp end parallel
  !$omp parallel workshare
    y = x + 1
  !$omp end parallel workshare
  call check(sum(y) == 2000, 'parallel workshare')
  !$omp parallel sections
    a = 10
  !$omp section
    b = 20
  !$omp end parallel sections
  call check(a == 10 .and. b == 20, 'parallel sections')
contains
  include 'check.inc'
end program
