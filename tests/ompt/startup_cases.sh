# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts about how tools are found, started and ended: runs a program with tools that write a
# log (actor.cc), and looks at the log. The script's first two arguments: PROGRAM LIBRARY_FOLDER.
# shellcheck shell=bash
set -u
program=$1
export LD_LIBRARY_PATH=$2${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
unset OMP_TOOL OMP_TOOL_LIBRARIES OMP_TOOL_VERBOSE_INIT
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ACTOR_LOG=$folder/log
failed=0  # the exit status

# run PART [NAME=VALUE…]: the log is fresh, what the program prints goes to $folder/out and $folder/err.
run() {
  start "$@" || fail "exit status $?"
}

# The same of a program that the runtime ends with an error.
fails() {
  start "$@"
  local status=$?
  [[ $status == 134 ]] || fail "exit status $status, expected an abort"
}

start() {
  local part=$1
  case_name="$*"
  shift
  rm -f "$ACTOR_LOG" "$folder/verbose"
  touch "$ACTOR_LOG"
  env OMP_NUM_THREADS=2 "$@" timeout 120 "$program" "$part" > "$folder/out" 2> "$folder/err"
}

fail() {
  failed=1
  echo "FAILED: $case_name: $1"
  cat "$ACTOR_LOG" "$folder/err"
}

has() { grep -qE -- "$1" "$ACTOR_LOG" || fail "the log lacks '$1'"; }
lacks() { ! grep -qE -- "$1" "$ACTOR_LOG" || fail "the log has '$1'"; }
times() { [[ $(grep -cE -- "$2" "$ACTOR_LOG") == "$1" ]] || fail "'$2' is not there $1 times"; }
says() { grep -qE -- "$2" "$folder/$1" || fail "$1 lacks '$2': $(cat "$folder/$1")"; }
silent() { [[ ! -s $folder/$1 ]] || fail "$1 is not empty: $(cat "$folder/$1")"; }
