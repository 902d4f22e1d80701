#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How a tool that defines ompt_tool is found, started and ended, and who is asked first when there are several.
#
# usage: startup.sh PROGRAM LIBRARY_FOLDER OLD_ACTOR NEW_ACTOR
# shellcheck source=tests/ompt/startup_cases.sh
. "$(dirname "$0")/../ompt/startup_cases.sh"
old=$3 new=$4

# is LINE…: the log without its thread events is exactly this
is() {
  [[ $(grep -vE 'thread_|implicit_|initial_' "$ACTOR_LOG" | cut -d' ' -f1-3) == "$(printf '%s\n' "$@")" ]] || fail "the log is not '$*'"
}

run region OMP_TOOL_LIBRARIES="$old"           # the newer interface is asked first, and declines
is 'new asked' 'old asked' 'old initialize 2' 'old shutdown'
times 2 'old thread_begin'
times 2 'old thread_end'
times 0 LATE
[[ $(tail -1 "$ACTOR_LOG") == 'old shutdown' ]] || fail 'the shutdown is not last'

run region LD_PRELOAD="$old"                   # in the address space
is 'new asked' 'old asked' 'old initialize 2' 'old shutdown'

run region LD_PRELOAD="$old" OMP_TOOL_LIBRARIES="$old" OLD_PART=decline   # nobody is asked twice
is 'new asked' 'old asked'

run region OMP_TOOL_LIBRARIES="$old:$new"      # the first that accepts
is 'new asked' 'old asked' 'old initialize 2' 'old shutdown'

run region OMP_TOOL_LIBRARIES="$old:$new" OLD_PART=decline
is 'new asked' 'old asked' 'A start 202011' 'A initialize device' 'A finalize data'

run region OMP_TOOL_LIBRARIES="$new:$old"
is 'A start 202011' 'A initialize device' 'A finalize data'

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL=disabled
is ''

run fork OMP_TOOL_LIBRARIES="$old"             # the child asks again
times 2 'old initialize'
times 2 'old shutdown'
times 4 'old thread_end'

run thread OMP_TOOL_LIBRARIES="$old"           # the thread that ends the process is none of OpenMP's
times 2 'old thread_begin'
times 2 'old thread_end'
[[ $(tail -1 "$ACTOR_LOG") == 'old shutdown' ]] || fail 'the shutdown is not last'

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL=' Enabled '
times 1 'old initialize'

for wrong in perhaps '' 'enabled disabled'; do   # named, with what was expected, and the end
  fails region OMP_TOOL_LIBRARIES="$old" OMP_TOOL="$wrong"
  says err "OMP_TOOL=\"$wrong\".*ENABLED or DISABLED"
  is ''
done

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL_VERBOSE_INIT=stderr
says err 'ompt_start_tool found in .*declined'
says err 'ompt_tool found in .*accepted'
says err 'Tool was started and is using the OMPT interface of 2016'

exit "$failed"
