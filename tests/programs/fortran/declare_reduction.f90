! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! declare reduction for a derived type, with an initializer, on parallel, do and taskloop.
module spans
  implicit none
  type :: span
    integer :: low = huge(0), high = -huge(0), count = 0
  end type
  !$omp declare reduction(join: span: merge_into(omp_out, omp_in)) initializer(omp_priv = span())
contains
  subroutine merge_into(into, from)
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
  integer :: i
  !$omp parallel do reduction(join: r) schedule(dynamic, 3)
  do i = -30, 69
    call merge_into(r, span(i, i, 1))
  end do
  call check(r%low == -30 .and. r%high == 69 .and. r%count == 100, 'do')
  r = span()
  !$omp parallel
    !$omp single
      !$omp taskloop reduction(join: r) num_tasks(6)
      do i = 1, 50
        call merge_into(r, span(i, 2 * i, 1))
      end do
    !$omp end single
  !$omp end parallel
  call check(r%low == 1 .and. r%high == 100 .and. r%count == 50, 'taskloop')
contains
  include 'check.inc'
end program
