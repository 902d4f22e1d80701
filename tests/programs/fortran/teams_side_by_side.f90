! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Leagues of several teams, with and without regions inside: each team once, reductions over all of them.
program teams_side_by_side
  use omp_lib
  implicit none
  integer :: ran(0:15), round, teams, i, total, members
  real(8) :: array(2000), sum_of_array
  do round = 1, 40
    teams = 1 + mod(round, 8)
    ran = 0
    total = 0
    members = 0
    !$omp teams num_teams(teams) thread_limit(2) reduction(+:total, members)
      ran(omp_get_team_num()) = ran(omp_get_team_num()) + 1
      total = total + omp_get_num_teams()
      !$omp parallel reduction(+:members)
        members = members + 1
        call check(omp_get_num_threads() <= 2, 'thread limit')
      !$omp end parallel
    !$omp end teams
    call check(all(ran(0:teams - 1) == 1) .and. all(ran(teams:) == 0), 'each team once')
    call check(total == teams * teams, 'reduction over teams')
    call check(members >= teams .and. members <= 2 * teams, 'members')
    sum_of_array = 0
    !$omp teams num_teams(teams)
    !$omp distribute
    do i = 1, 2000
      array(i) = i
    end do
    !$omp end distribute
    !$omp end teams
    !$omp teams distribute num_teams(teams) reduction(+:sum_of_array)
    do i = 1, 2000
      sum_of_array = sum_of_array + array(i)
    end do
    call check(sum_of_array == 1000d0 * 2001d0, 'distribute')
  end do
contains
  include 'check.inc'
end program
