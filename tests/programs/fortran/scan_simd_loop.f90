! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no conditional lastprivate
! inscan reductions, simd, loop and order(concurrent), linear and lastprivate(conditional:).
program scan_simd_loop
  use omp_lib
  implicit none
  integer :: i, j, total, prefix(300), x(300), chosen
  total = 0
  x = [(mod(i, 5), i=1, 300)]
  !$omp parallel do reduction(inscan, +:total)
  do i = 1, 300
    total = total + x(i)
    !$omp scan inclusive(total)
    prefix(i) = total
  end do
  call check(total == sum(x) .and. prefix(300) == total .and. prefix(7) == sum(x(1:7)), 'scan')
  j = 3
  !$omp simd linear(j:2) reduction(+:total)
  do i = 1, 100
    x(i) = j
    j = j + 2
    total = total + 1
  end do
  call check(j == 203 .and. x(100) == 201 .and. total == sum(prefix(300:300)) + 100, 'simd')
  !$omp parallel do simd schedule(static, 8)
  do i = 1, 300
    x(i) = i
  end do
  !$omp parallel
    !$omp loop bind(parallel)
    do i = 1, 300
      x(i) = x(i) + 1
    end do
    !$omp do order(concurrent)
    do i = 1, 300
      x(i) = x(i) * 2
    end do
  !$omp end parallel
  call check(all(x == [(2 * i + 2, i=1, 300)]), 'loop')
  chosen = -1
  !$omp parallel do lastprivate(conditional: chosen) schedule(dynamic, 4)
  do i = 1, 300
    if (mod(i, 7) == 0) chosen = i
  end do
  call check_eq(int(chosen, 8), 294_8, 'lastprivate(conditional)')
contains
  include 'check.inc'
end program
