#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# With LLVM's Archer, which comes by itself, ThreadSanitizer reports the races that there are and no others.
#
# usage: races.sh PROGRAM LIBRARY_FOLDER FOLDER_OF_ARCHER
set -u
program=$1
export LD_LIBRARY_PATH=$2:$3 TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=66 OMP_NUM_THREADS=4
unset OMP_TOOL OMP_TOOL_LIBRARIES OMP_TOOL_VERBOSE_INIT ARCHER_OPTIONS
output=$(mktemp)
trap 'rm -f "$output"' EXIT
failed=0

# expect STATUS SHAPE...: what the program exits with, and nothing on its output but reports
expect() {
  local wanted=$1 shape status
  shift
  for shape; do
    timeout 100 "$program" "$shape" > "$output" 2>&1
    status=$?
    [[ $status == "$wanted" ]] || { failed=1 && echo "FAILED: $shape: exit status $status, expected $wanted" && cat "$output"; }
    ! grep -q 'is not supported' "$output" || { failed=1 && echo "FAILED: $shape: Archer misses events" && cat "$output"; }
  done
}

expect 66 sibling_tasks missing_taskwait other_parents both_in earlier_task missing_barrier nowait_loop other_names
[[ $(nproc) == 1 ]] || expect 66 teams_of_a_league   # with one processor teams take turns
expect 0 dependent_tasks waits_for_tasks barriers exclusion copied nested_regions
[[ ! -s $output ]] || { failed=1 && echo 'FAILED: something was printed' && cat "$output"; }
ARCHER_OPTIONS=enable=0 expect 66 barriers   # without Archer ThreadSanitizer knows of no barrier
exit "$failed"
