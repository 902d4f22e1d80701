#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs one test program at several numbers of threads and says which run failed.
#
# usage: run.sh PROGRAM SOURCE LIBRARY_FOLDER     (LIBRARY_FOLDER "system": the libgomp that the linker finds)
#
# Lines near the top of SOURCE change how the program runs ("//" in C and C++, "!" in Fortran):
#   // env: NAME=VALUE      set in its environment
#   // threads: 2 8         numbers of threads to run with, instead of 1 2 4 8
#   // exit: 1              expected exit status, instead of 0
#   // stderr: TEXT         its standard error must contain TEXT
set -u
program=$1 source=$2 folder=$3

threads=(1 2 4 8) status=0 wanted_stderr='' environment=()
while IFS= read -r line; do
  value=${line#*: }
  case $line in
    *' env: '*) environment+=("$value") ;;
    *' threads: '*) read -ra threads <<< "$value" ;;
    *' exit: '*) status=$value ;;
    *' stderr: '*) wanted_stderr=$value ;;
  esac
done < <(sed -n '1,15{/^\(\/\/\|!\) \(env\|threads\|exit\|stderr\): /p}' "$source")

if [[ $folder != system ]]; then
  export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  while read -r name loaded; do
    [[ $loaded == "$folder"/* ]] || { echo "$program would load '$loaded', not the $name in $folder"; exit 1; }
  done < <(LD_TRACE_LOADED_OBJECTS=1 "$program" | sed -nE 's/.*(lib[gi]?omp5?\.so[.0-9]*) => ([^ ]*).*/\1 \2/p')
fi

failed=0
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
for count in "${threads[@]}"; do
  env OMP_NUM_THREADS="$count" "${environment[@]}" timeout -k 2 "${LIMPID_RUN_SECONDS:-120}" "$program" 2> "$errors"
  got=$?
  problem=''
  [[ $got == "$status" ]] || problem="exit status $got, expected $status"
  [[ -z $wanted_stderr ]] || grep -qF -- "$wanted_stderr" "$errors" || problem+="; standard error lacks '$wanted_stderr'"
  [[ -n $problem ]] || continue
  failed=1
  echo "FAILED with OMP_NUM_THREADS=$count ${environment[*]}: ${problem#; }"
  head -c 2000 "$errors"
done
exit "$failed"
