#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Archer comes by itself where ThreadSanitizer is, after all tools that somebody has named. Its part is played by an
# actor that is called libarcher.so, that of ThreadSanitizer by a library with one of its functions.
#
# usage: archer.sh PROGRAM LIBRARY_FOLDER ACTOR_A SANITIZER FOLDER_OF_ARCHER FOLDER_OF_OLD_ARCHER
# shellcheck source=tests/ompt/startup_cases.sh
. "$(dirname "$0")/startup_cases.sh"
a=$3 sanitizer=$4 runtime=$LD_LIBRARY_PATH
with_archer=LD_LIBRARY_PATH=$runtime:$5
with_old_archer=LD_LIBRARY_PATH=$runtime:$6

run region "$with_archer" LD_PRELOAD="$sanitizer"
has '^archer start 202011 Limpid'
has '^archer initialize'
times 1 '^archer finalize'
silent out
silent err

run region "$with_archer" LD_DEBUG=libs      # without ThreadSanitizer nobody looks for it
[[ ! -s $ACTOR_LOG ]] || fail 'Archer was started'
says err 'find library='
! grep -q libarcher "$folder/err" || fail 'the loader was asked for Archer'

run region LD_PRELOAD="$sanitizer"           # there is none
[[ ! -s $ACTOR_LOG ]] || fail 'a tool was started'
silent err

run region "$with_archer" LD_PRELOAD="$sanitizer" OMP_TOOL=disabled
[[ ! -s $ACTOR_LOG ]] || fail 'Archer was started'

run region "$with_archer" LD_PRELOAD="$sanitizer:$a"       # who is named comes first
has '^A initialize'
lacks '^archer'
run region "$with_archer" LD_PRELOAD="$sanitizer" OMP_TOOL_LIBRARIES="$a"
has '^A initialize'
lacks '^archer'
run region "$with_archer" LD_PRELOAD="$sanitizer" OMP_TOOL_LIBRARIES="$a" A_PART=decline
has '^A start'
has '^archer initialize'

run region "$with_archer" LD_PRELOAD="$sanitizer" OMP_TOOL_VERBOSE_INIT=stderr
says err 'OMP_TOOL_LIBRARIES names no library'
says err 'ThreadSanitizer is in the process: Archer'
says err "Opening tool library 'libarcher.so'... opened"
says err 'Tool was started and is using the OMPT interface'
run region LD_PRELOAD="$sanitizer" OMP_TOOL_VERBOSE_INIT=stderr
says err "Opening tool library 'libarcher.so'... failed: .*No such file"
says err 'No OMP tool is active'
run region "$with_archer" LD_PRELOAD="$sanitizer" archer_PART=decline OMP_TOOL_VERBOSE_INIT=stderr
says err 'declined'

run region "$with_old_archer" LD_PRELOAD="$sanitizer"      # one that would end the program
[[ ! -s $ACTOR_LOG ]] || fail 'the old Archer was started'
says err 'libarcher.so is too old for OpenMP 5.1'

exit "$failed"
