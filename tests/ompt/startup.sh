#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How a tool is found, started and ended (OpenMP 5.1, 4.2).
#
# usage: startup.sh PROGRAM LIBRARY_FOLDER ACTOR_A ACTOR_B
# shellcheck source=tests/ompt/startup_cases.sh
. "$(dirname "$0")/startup_cases.sh"
a=$3 b=$4

# ends_with 'WORD…': the words of the last lines
ends_with() {
  local words
  words=$(cut -d' ' -f2 "$ACTOR_LOG" | tail -"$(wc -w <<< "$1")" | xargs)
  [[ $words == "$1" ]] || fail "the log does not end with '$1'"
}

run region OMP_TOOL_LIBRARIES="$a"
has '^A start 202011 Limpid [0-9]'
has '^A initialize device 0 data 41$'
has '^A finalize data 41$'
times 1 '^A finalize'
times 2 'thread_begin'
times 2 'thread_end'
times 1 'initial_begin'
times 1 'initial_end'
times 2 'implicit_end'
lacks LATE
[[ $(tail -1 "$ACTOR_LOG") == 'A finalize data 41' ]] || fail 'the finalizer is not last'
silent out
silent err

run single OMP_TOOL_LIBRARIES="$a"        # a construct that nothing ended ends with the initial task
ends_with 'work_end initial_end thread_end finalize'
times 1 'work_end'

run patient OMP_TOOL_LIBRARIES="$a"                             # ends are stated at once, not at the next fork:
run patient OMP_TOOL_LIBRARIES="$a" OMP_WAIT_POLICY=passive     # by workers that sleep as well
times 2 'implicit_end'

run none OMP_TOOL_LIBRARIES="$a"          # a program without OpenMP never starts the tool
[[ ! -s $ACTOR_LOG ]] || fail 'the tool was started'

run thread OMP_TOOL_LIBRARIES="$a"        # the thread that ends the process is none of OpenMP's
times 2 'thread_begin'
times 2 'thread_end'
lacks LATE
ends_with 'thread_end finalize'

run constructor OMP_TOOL_LIBRARIES="$a"   # OpenMP before main
has '^A initialize'
times 1 '^A finalize'

run region OMP_TOOL=disabled OMP_TOOL_LIBRARIES="$a"
[[ ! -s $ACTOR_LOG ]] || fail 'the tool was started'

run region OMP_TOOL_LIBRARIES="$a:$b"     # the first that accepts
has '^A initialize'
lacks '^B'

run region OMP_TOOL_LIBRARIES="$a:$b" A_PART=decline
has '^A start'
lacks '^A initialize'
has '^B initialize'

run region OMP_TOOL_LIBRARIES="/does/not/exist.so::$b"
has '^B initialize'
silent err

run region OMP_TOOL_LIBRARIES="$a:$b" A_PART=inactive   # initialize returned 0: no tool, nothing more is called
has '^A initialize'
lacks 'A (finalize|thread|implicit|initial_)'
lacks '^B'

run region LD_PRELOAD="$b" OMP_TOOL_LIBRARIES="$a"      # the address space comes first
has '^B initialize'
lacks '^A'

run region LD_PRELOAD="$b" OMP_TOOL_LIBRARIES="$a" B_PART=decline
times 1 '^B start'
has '^A initialize'

run region OMP_TOOL_LIBRARIES="$a" A_PART=busy
has '^A busy 1 1 1$'

# An initializer that waits for a thread of its own which uses OpenMP: that goes on, unobserved.
run region OMP_TOOL_LIBRARIES="$a" A_PART=joins
has '^A joined 2$'
times 1 '^A finalize'
times 1 'initial_begin'
times 1 'initial_end'
lacks LATE
has '^A finalize'

run fork OMP_TOOL_LIBRARIES="$a"          # parent and child each have a tool of their own
times 2 '^A start'
times 2 '^A finalize'
times 4 'thread_begin'
times 4 'thread_end'

run exec OMP_TOOL_LIBRARIES="$a"          # a child that only calls exec asks for none
times 1 '^A start'

run finalize OMP_TOOL_LIBRARIES="$a"      # the tool ends itself inside control_tool
times 1 '^A finalize'
times 2 'thread_end'
times 1 'initial_end'
ends_with 'work_end initial_end thread_end finalize'
lacks LATE

run region OMP_TOOL_LIBRARIES="/does/not/exist.so:$a" OMP_TOOL_VERBOSE_INIT=stderr
says err 'START LOGGING OF TOOL REGISTRATION'
says err "Opening tool library '/does/not/exist.so'... failed: .*No such file"
says err "Opening tool library '$a'... opened"
says err 'Tool was started and is using the OMPT interface'
silent out
run region OMP_TOOL_VERBOSE_INIT=STDOUT OMP_TOOL=disabled
says out 'OMP_TOOL=disabled'
silent err
run region OMP_TOOL_LIBRARIES="$a" A_PART=decline OMP_TOOL_VERBOSE_INIT="$folder/verbose"
says verbose 'declined'
says verbose 'No OMP tool is active'
run region OMP_TOOL_LIBRARIES="$a" A_PART=inactive OMP_TOOL_VERBOSE_INIT="$folder/verbose"
says verbose 'returned 0'

exit "$failed"
