! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Heat flow on a square plate, with the boundary set anew in each step by one thread.
!
!   stencil [POINTS [STEPS]]          default 1000 x 1000 points, 400 steps
!
! What to look for: between two parallel regions the main thread alone runs `set_boundary`, which recomputes the
! temperature of the surroundings point by point. The other threads are <idle> meanwhile, and the report charges
! that waiting to `set_boundary`. The repair is a `parallel do` in it, or doing it inside the region.
module plate
  implicit none
  integer, parameter :: real64 = kind(1.0d0)
contains

  ! The linear profile a + b x + c y solves the heat equation exactly: whatever the step, it must come out again.
  pure function profile(i, j, n) result(t)
    integer, intent(in) :: i, j, n
    real(real64) :: t
    t = 20.0_real64 + 60.0_real64 * real(i, real64) / n + 15.0_real64 * real(j, real64) / n
  end function profile

  ! The surroundings, seen through a noisy instrument: a mean over many readings for each point of the boundary.
  subroutine set_boundary(grid, n)
    integer, intent(in) :: n
    real(real64), intent(inout) :: grid(0:n, 0:n)
    integer :: k
    do k = 0, n
      grid(k, 0) = reading(profile(k, 0, n))
      grid(k, n) = reading(profile(k, n, n))
      grid(0, k) = reading(profile(0, k, n))
      grid(n, k) = reading(profile(n, k, n))
    end do
  end subroutine set_boundary

  pure function reading(t) result(mean)
    real(real64), intent(in) :: t
    real(real64) :: mean
    integer :: m
    integer, parameter :: readings = 80
    mean = 0.0_real64
    do m = 1, readings
      ! The disturbances of two readings cancel.
      mean = mean + t * (1.0_real64 + merge(0.01_real64, -0.01_real64, mod(m, 2) == 0) / sqrt(real((m + 1) / 2, real64)))
    end do
    mean = mean / readings
  end function reading

  subroutine step(old, new, n)
    integer, intent(in) :: n
    real(real64), intent(in) :: old(0:n, 0:n)
    real(real64), intent(inout) :: new(0:n, 0:n)
    integer :: i, j
    !$omp parallel do schedule(static) private(i)
    do j = 1, n - 1
      do i = 1, n - 1
        new(i, j) = 0.25_real64 * (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1))
      end do
    end do
    !$omp end parallel do
  end subroutine step

end module plate

program stencil
  use plate
  implicit none
  real(real64), allocatable :: a(:, :), b(:, :)
  real(real64) :: error
  integer :: n, steps, s, i, j

  n = argument(1, 1000)
  steps = argument(2, 400)
  if (n < 4 .or. steps < 1) then
    write (0, '(a)') 'usage: stencil [POINTS [STEPS]]  with POINTS >= 4 and STEPS >= 1'
    stop 2
  end if
  allocate (a(0:n, 0:n), b(0:n, 0:n))
  do j = 0, n
    do i = 0, n
      a(i, j) = profile(i, j, n)
    end do
  end do
  b = a
  do s = 1, steps
    call set_boundary(a, n)
    call step(a, b, n)
    call set_boundary(b, n)
    call step(b, a, n)
  end do
  error = 0.0_real64
  do j = 0, n
    do i = 0, n
      error = max(error, abs(a(i, j) - profile(i, j, n)))
    end do
  end do
  if (error < 1.0e-8_real64) then
    write (*, '(i0, a, i0, a, i0, a, es8.1, a)') n, ' x ', n, ' points, ', 2 * steps, ' steps, largest error ', error, ': verified'
  else
    write (*, '(a, es8.1, a)') 'largest error ', error, ': WRONG'
    stop 1
  end if

contains

  integer function argument(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(len=32) :: text
    integer :: status
    argument = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=status) argument
    if (status /= 0) argument = -1
  end function argument

end program stencil
