! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A region in a module's procedure inside one in the main program: what the linker calls them is not what they are called.
module work
contains
  subroutine inner(n)
    integer, intent(in) :: n
    integer :: m
    m = 0
    !$omp parallel num_threads(1)
    m = m + n
    !$omp end parallel
    print *, m
  end subroutine
end module

program shapes
  use work
  !$omp parallel num_threads(2)
  !$omp master
  call inner(1)
  !$omp end master
  !$omp end parallel
end program
