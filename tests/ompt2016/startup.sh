#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How a tool that defines ompt_tool is found, started and ended, and who is asked first when there are several.
#
# usage: startup.sh PROGRAM LIBRARY_FOLDER OLD_ACTOR NEW_ACTOR
set -u
program=$1 old=$3 new=$4
export LD_LIBRARY_PATH=$2${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
unset OMP_TOOL OMP_TOOL_LIBRARIES OMP_TOOL_VERBOSE_INIT
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ACTOR_LOG=$folder/log
failed=0

# run PART [NAME=VALUE…]
run() {
  local part=$1
  shift
  rm -f "$ACTOR_LOG"
  touch "$ACTOR_LOG"
  case_name="$part $*"
  env OMP_NUM_THREADS=2 "$@" timeout 30 "$program" "$part" > "$folder/out" 2> "$folder/err" || fail "exit status $?"
}
fail() {
  failed=1
  echo "FAILED: $case_name: $1"
  cat "$ACTOR_LOG" "$folder/err"
}
# is LINE…: the log without its thread events is exactly this
is() {
  [[ $(grep -vE 'thread_|implicit_|initial_' "$ACTOR_LOG" | cut -d' ' -f1-3) == "$(printf '%s\n' "$@")" ]] || fail "the log is not '$*'"
}
times() { [[ $(grep -cE -- "$2" "$ACTOR_LOG") == "$1" ]] || fail "'$2' is not there $1 times"; }
says() { grep -qE -- "$1" "$folder/err" || fail "standard error lacks '$1'"; }

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

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL=' Enabled '
times 1 'old initialize'

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL=perhaps   # named, with what was expected; as if it were not set
says 'OMP_TOOL.*perhaps.*(enabled|ENABLED)'
times 1 'old initialize'

run region OMP_TOOL_LIBRARIES="$old" OMP_TOOL_VERBOSE_INIT=stderr
says 'ompt_start_tool found in .*declined'
says 'ompt_tool found in .*accepted'
says 'Tool was started and is using the OMPT interface of 2016'

exit "$failed"
