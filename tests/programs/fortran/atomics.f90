! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! atomic on every intrinsic type: integers to 16 bytes, reals to 8 bytes, logical; all forms and intrinsics.
program atomics
  use omp_lib
  implicit none
  integer(1) :: i1
  integer :: i4, low, high, seen, bits, n, i
  integer(8) :: i8
  integer(16) :: i16
  real :: r4
  real(8) :: r8
  logical :: l
  n = 300 * omp_get_max_threads()
  i1 = 0; i4 = 0; i8 = 0; i16 = 0; r4 = 0; r8 = 0;
  l = .false.; low = 100000; high = 0; bits = 0
  !$omp parallel do private(seen)
  do i = 1, n
    !$omp atomic
    i4 = i4 + 1
    !$omp atomic update
    i8 = i8 + 2_8**33
    !$omp atomic
    i16 = i16 + 2_16**70
    !$omp atomic
    i1 = ieor(i1, 1_1)
    !$omp atomic
    r4 = r4 + 1
    !$omp atomic
    r8 = r8 - 0.5_8
    !$omp atomic
    l = l .or. i == n
    !$omp atomic
    low = min(low, i)
    !$omp atomic
    high = max(high, i)
    !$omp atomic
    bits = ior(bits, ishft(1, mod(i, 10)))
    !$omp atomic capture
    i4 = i4 + 1
    seen = i4
    !$omp end atomic
    !$omp atomic write seq_cst
    seen = i
  end do
  call check(i4 == 2 * n .and. i8 == n * 2_8**33 .and. i16 == n * 2_16**70, 'integers')
  call check(i1 == mod(n, 2), 'ieor')
  call check(r4 == n .and. r8 == -0.5_8 * n, 'reals')
  call check(l .and. low == 1 .and. high == n .and. bits == 1023, 'logical, min, max, ior')
contains
  include 'check.inc'
end program
