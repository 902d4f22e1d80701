! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: its omp_lib has no routines with 8-byte arguments
! Every routine of omp_lib that has a Fortran entry of its own, with default and with 8-byte arguments.
program routines
  use omp_lib
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, ids(8), host
  integer(8) :: chunk8
  character(80) :: text
  real(8) :: start
  call check(omp_get_num_threads() == 1 .and. omp_get_thread_num() == 0, 'one thread')
  call check(.not. omp_in_parallel() .and. .not. omp_in_final(), 'outside')
  call check(omp_get_level() == 0 .and. omp_get_active_level() == 0, 'level')
  call check(omp_get_ancestor_thread_num(0) == 0 .and. omp_get_ancestor_thread_num(1_8) == -1, 'ancestor')
  call check(omp_get_team_size(0) == 1 .and. omp_get_team_size(1_8) == -1, 'team size')
  call check(omp_get_num_procs() >= 1 .and. omp_get_thread_limit() >= 1, 'limits')
  call check(omp_get_num_teams() == 1 .and. omp_get_team_num() == 0, 'teams')
  call omp_set_num_threads(4)
  call check(omp_get_max_threads() == 4, 'set_num_threads')
  call omp_set_num_threads(5_8)
  call check(omp_get_max_threads() == 5, 'set_num_threads 8')
  call omp_set_dynamic(.true.)
  call check(omp_get_dynamic(), 'dynamic')
  call omp_set_dynamic(.false._8)
  call check(.not. omp_get_dynamic(), 'dynamic 8')
  call omp_set_max_active_levels(3)
  call check(omp_get_max_active_levels() == 3, 'levels')
  call omp_set_max_active_levels(2_8)
  call check(omp_get_max_active_levels() == 2 .and. omp_get_supported_active_levels() > 2, 'levels 8')
  call omp_set_schedule(omp_sched_guided, 6)
  call omp_get_schedule(kind, chunk)
  call check(kind == omp_sched_guided .and. chunk == 6, 'schedule')
  call omp_set_schedule(omp_sched_dynamic, 7_8)
  call omp_get_schedule(kind, chunk8)
  call check(kind == omp_sched_dynamic .and. chunk8 == 7, 'schedule 8')
  call check(.not. omp_get_cancellation(), 'cancellation')
  call omp_set_default_device(1)
  call check(omp_get_default_device() == 1, 'device')
  call omp_set_default_device(0_8)
  host = omp_get_initial_device()
  call check(omp_get_num_devices() == host .and. omp_get_device_num() == host, 'devices')
  call check(omp_is_initial_device(), 'initial device')
  call check(omp_get_max_task_priority() == 0, 'priority')
  call omp_set_num_teams(3)
  call check(omp_get_max_teams() == 3, 'teams icv')
  call omp_set_num_teams(4_8)
  call check(omp_get_max_teams() == 4, 'teams icv 8')
  call omp_set_teams_thread_limit(6)
  call check(omp_get_teams_thread_limit() == 6, 'teams limit')
  call omp_set_teams_thread_limit(7_8)
  call check(omp_get_teams_thread_limit() == 7, 'teams limit 8')
  call check(omp_get_proc_bind() >= 0 .and. omp_get_num_places() >= 0, 'places')
  call check(omp_get_place_num() >= -1 .and. omp_get_partition_num_places() >= 0, 'partition')
  ids = -9
  if (omp_get_num_places() == 0) then
    call omp_get_place_proc_ids(0, ids)
    call check(omp_get_place_num_procs(0_8) == 0 .and. all(ids == -9), 'no places')
  end if
  start = omp_get_wtime()
  call check(start > 0 .and. omp_get_wtick() > 0 .and. omp_get_wtime() >= start, 'time')
  call omp_set_affinity_format('thread %n of %N')
  call check(omp_get_affinity_format(text) == 15, 'format length')
  call check(text == 'thread %n of %N', 'format')
  call check(omp_capture_affinity(text, '%L|%n') == 3 .and. text == '0|0', 'capture')
  call check(omp_pause_resource(omp_pause_soft, host) == 0, 'pause')
  call check(omp_pause_resource_all(omp_pause_hard) == 0, 'pause all')
contains
  include 'check.inc'
end program
