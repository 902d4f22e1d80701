! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: accepts declared reductions of intrinsic operators for no derived type
! declare reduction for a derived type, with initializers, for an operator and for a name, on do and taskloop.
module spans
  implicit none
  type :: span
    integer :: low = huge(0), high = -huge(0), count = 0
  end type
  !$omp declare reduction(+: span: join(omp_out, omp_in)) initializer(clear(omp_priv))
contains
  subroutine clear(item)
    type(span), intent(out) :: item
    item = span()
  end subroutine
  subroutine join(into, from)
    type(span), intent(inout) :: into
    type(span), intent(in) :: from
    into%low = min(into%low, from%low)
    into%high = max(into%high, from%high)
    into%count = into%count + from%count
  end subroutine
end module

program user_reductions
  use omp_lib
  use spans
  implicit none
  type(span) :: r
  integer :: i, farthest
  !$omp declare reduction(away: integer: omp_out = merge(omp_in, omp_out, abs(omp_in) > abs(omp_out))) &
  !$omp   initializer(omp_priv = 0)
  farthest = 0
  !$omp parallel do reduction(+: r) reduction(away: farthest) schedule(dynamic, 3)
  do i = -30, 69
    call join(r, span(i, i, 1))
    if (abs(i - 20) > abs(farthest)) farthest = i - 20
  end do
  call check(r%low == -30 .and. r%high == 69 .and. r%count == 100, 'do')
  call check(farthest == -50, 'named reduction')
  r = span()
  !$omp parallel
    !$omp single
      !$omp taskloop reduction(+: r) num_tasks(6)
      do i = 1, 50
        call join(r, span(i, 2 * i, 1))
      end do
    !$omp end single
  !$omp end parallel
  call check(r%low == 1 .and. r%high == 100 .and. r%count == 50, 'taskloop')
contains
  include 'check.inc'
end program
