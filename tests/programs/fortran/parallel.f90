! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! parallel with its clauses: teams, private, firstprivate, default, reductions of scalars and arrays, if, num_threads.
program parallel_clauses
  use omp_lib
  implicit none
  integer :: n, i, total, first, scratch, ran(0:63)
  integer :: counts(4)
  real(8) :: x
  logical :: all_true, any_true
  n = omp_get_max_threads()
  ran = 0
  total = 0
  first = 5
  scratch = 9
  !$omp parallel default(none) shared(ran, n) firstprivate(first) private(scratch) reduction(+:total)
    scratch = omp_get_thread_num()
    ran(scratch) = ran(scratch) + 1
    call check_eq(int(omp_get_num_threads(), 8), int(n, 8), 'team size')
    first = first + scratch
    total = total + first
  !$omp end parallel
  call check_eq(int(total, 8), 5_8 * n + int(n, 8) * (n - 1) / 2, 'total')
  call check(all(ran(0:n - 1) == 1) .and. all(ran(n:) == 0), 'each thread ran once')
  call check(first == 5 .and. scratch == 9, 'originals unchanged')
  counts = 0
  x = 1
  all_true = .true.
  any_true = .false.
  !$omp parallel do reduction(+:counts) reduction(*:x) reduction(.and.:all_true) reduction(.or.:any_true)
  do i = 1, 40
    counts(mod(i, 4) + 1) = counts(mod(i, 4) + 1) + 1
    if (mod(i, 10) == 0) x = x * 2
    all_true = all_true .and. i > 0
    any_true = any_true .or. i == 33
  end do
  call check(all(counts == 10) .and. x == 16 .and. all_true .and. any_true, 'reductions')
  total = 0
  !$omp parallel if(.false.) reduction(+:total)
    total = total + 1
    call check(.not. omp_in_parallel(), 'inactive')
  !$omp end parallel
  call check_eq(int(total, 8), 1_8, 'if(.false.)')
  !$omp parallel num_threads(3) proc_bind(close) reduction(max:total)
    total = omp_get_num_threads()
  !$omp end parallel
  call check_eq(int(total, 8), 3_8, 'num_threads')
contains
  include 'check.inc'
end program
