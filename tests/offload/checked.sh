#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# limpid check with the compiler in a folder, which offloads: none of its programs about devices is left out or deviates,
# on a device and on the host; a device has more operations on its memory.
#
# usage: checked.sh LIMPID FOLDER COMPILER NONE     (COMPILER: gcc or clang; NONE: NAME=VALUE, with which there is no device)
limpid=$1 compiler=$3 none=$4
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
export XDG_CACHE_HOME="$kept" PATH="$2:$PATH"
programs=target,target_plain,target_data,target_nowait,target_teams,target_memory,target_memory_plain

fail() {
  echo "$1"
  cat "$kept"/*.report
  exit 1
}

# checked NAME VARIABLE=VALUE: prints how many operations there were.
checked() {
  env "$2" "$limpid" check --compiler "$compiler" --threads 1,4 --only "$programs" --output "$kept/$1.report" || return 1
  grep -q '^no deviation$' "$kept/$1.report" || return 1
  awk '$1 == "target_data_op_emi" { print $3 }' "$kept/$1.report"
}

with=$(checked with LC_ALL=C) || fail "deviations with a device"
without=$(checked without "$none") || fail "deviations without a device"
[ "$with" -gt "$without" ] || fail "$with operations with a device, $without on the host"
