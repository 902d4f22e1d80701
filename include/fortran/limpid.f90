! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Names for the phases of a program, as include/limpid.h has them for C: compile this file with the program.
!
!   use limpid
!   call limpid_phase('solve')           ! the run is in this phase now, until the next call; '' ends it
!   call limpid_phase_begin('exchange')  ! a phase in the phase (or beside it), until
!   call limpid_phase_end('exchange')    ! the latest one of this name ends
!
! Without a recorder, and in a program without OpenMP, the calls do nothing.
module limpid
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_procpointer, c_funptr, c_int, c_null_char, &
                                         c_null_funptr, c_null_ptr, c_ptr
  implicit none
  private
  public :: limpid_phase, limpid_phase_begin, limpid_phase_end

  integer(c_int), parameter :: phase_command = int(z'4c504801', c_int)
  integer(c_int), parameter :: begin_command = int(z'4c504802', c_int)
  integer(c_int), parameter :: end_command = int(z'4c504803', c_int)

  abstract interface
    function control_function(command, modifier, argument) bind(c) result(answer)
      import :: c_int, c_char
      integer(c_int), value :: command, modifier
      character(kind=c_char), intent(in) :: argument(*)
      integer(c_int) :: answer
    end function
    function start_function() bind(c) result(answer)
      import :: c_int
      integer(c_int) :: answer
    end function
  end interface

  interface
    ! Which OpenMP runtime there is, if any, is known when the program runs.
    function find_symbol(where, name) bind(c, name='dlsym') result(address)
      import :: c_char, c_funptr, c_ptr
      type(c_ptr), value :: where
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr) :: address
    end function
  end interface

  type(c_funptr), save :: known = c_null_funptr
  integer, save :: calls = 0

contains

  subroutine limpid_phase(name)
    character(len=*), intent(in) :: name
    call ask(phase_command, name)
  end subroutine

  subroutine limpid_phase_begin(name)
    character(len=*), intent(in) :: name
    call ask(begin_command, name)
  end subroutine

  subroutine limpid_phase_end(name)
    character(len=*), intent(in) :: name
    call ask(end_command, name)
  end subroutine

  ! A runtime may be loaded later: looked for again at the call 1, 2, 4, 8, ...
  subroutine ask(command, name)
    integer(c_int), intent(in) :: command
    character(len=*), intent(in) :: name
    procedure(control_function), pointer :: control
    integer(c_int) :: answer
    if (.not. c_associated(known)) then
      calls = calls + 1
      if (iand(calls, calls - 1) == 0) call look_for_control()
      if (.not. c_associated(known)) return
    end if
    call c_f_procpointer(known, control)
    answer = control(command, 0_c_int, trim(name) // c_null_char)
  end subroutine

  subroutine look_for_control()
    type(c_funptr) :: first
    procedure(start_function), pointer :: start
    integer(c_int) :: answer
    known = find_symbol(c_null_ptr, 'omp_control_tool' // c_null_char)
    if (.not. c_associated(known)) return
    ! Some runtimes start their tool at the first call of another kind.
    first = find_symbol(c_null_ptr, 'omp_get_max_threads' // c_null_char)
    if (.not. c_associated(first)) return
    call c_f_procpointer(first, start)
    answer = start()
  end subroutine
end module limpid
