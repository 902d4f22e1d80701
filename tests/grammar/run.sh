#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs one test program under the event-grammar checker at 1, 2 and 8 threads, quietly and in a storm of signals that ask the
# runtime 4000 times a second on every thread, and fails if an event broke a rule.
#
# usage: run.sh PROGRAM SOURCE LIBRARY_FOLDER CHECKER
#
# Lines near the top of SOURCE (as tests/programs/run.sh reads them, and two of our own):
#   // env: NAME=VALUE      set in its environment
#   // threads: 2 8         numbers of threads to run with
#   // exit: 1              expected exit status; then the program need not live to report
#   // grammar: no WHY      not run under the checker
#   // grammar: quiet WHY   no storm: signals would change what the program does
#   // grammar: idle WHY    the program, or its process, may never start the checker
#   // grammar: allow RULE  this rule may be broken here (say why beside it)
set -u
program=$1 source=$2 folder=$3 checker=$4

threads=(1 2 8) storms=(0 4000) idle=0 status=0 environment=() allowed=()
while IFS= read -r line; do
  value=${line#*: }
  case $line in
    *' grammar: no'*) echo "skipped: ${value#no }"; exit 0 ;;
    *' grammar: idle'*) idle=1 ;;
    *' grammar: quiet'*) storms=(0) ;;
    *' grammar: allow '*) read -r _ rule _ <<< "$value"; allowed+=("$rule") ;;
    *' env: '*) environment+=("$value") ;;
    *' threads: '*) read -ra threads <<< "$value" ;;
    *' exit: '*) status=$value ;;
  esac
done < <(sed -n '1,20{/^\(\/\/\|!\) \(env\|threads\|exit\|grammar\): /p}' "$source")

for variable in "${environment[@]}"; do  # a program about tools brings its own, or none
  [[ $variable == OMP_TOOL* ]] && { echo "skipped: it sets $variable"; exit 0; }
done

export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
results=$(mktemp -d)
trap 'rm -rf "$results" "$results.stderr"' EXIT
failed=0

# Counts the violations in a result file that are not of an allowed rule.
violations() {
  local file=$1 count rule
  count=$(sed -n 's/^{"type":"end",.*"violations":\([0-9]*\).*/\1/p' "$file" | tail -1)
  # A process that left by _exit, or was replaced by exec, had no end to report at: what it told until then counts.
  [[ -n $count ]] || { grep -c '"severity":"violation"' "$file"; return; }
  for rule in "${allowed[@]}"; do
    count=$((count - $(sed -n "s/^{\"type\":\"rule\",\"rule\":\"$rule\",\"times\":\([0-9]*\)}$/\1/p" "$file" | tail -1 | grep . || echo 0)))
  done
  echo "$count"
}

for number in "${threads[@]}"; do for storm in "${storms[@]}"; do
  rm -f "$results"/*
  env OMP_NUM_THREADS="$number" "${environment[@]}" OMP_TOOL_LIBRARIES="$checker" LIMPID_CHECK_STRICT=1 LIMPID_CHECK_STORM="$storm" \
    LIMPID_CHECK_RESULT="$results/%p" timeout -k 2 "${LIMPID_RUN_SECONDS:-120}" "$program" > /dev/null 2> "$results.stderr"
  got=$?
  if [[ $got != "$status" ]]; then
    failed=1
    echo "FAILED with OMP_NUM_THREADS=$number storm=$storm ${environment[*]}: exit status $got under the checker, expected $status"
    head -c 1000 "$results.stderr"
  fi
  rm -f "$results.stderr"
  shopt -s nullglob
  reports=("$results"/*)
  if [[ ${#reports[@]} == 0 && $status == 0 && $idle == 0 ]]; then
    failed=1
    echo "FAILED with OMP_NUM_THREADS=$number storm=$storm ${environment[*]}: the runtime did not start the checker"
  fi
  for file in "${reports[@]}"; do
    count=$(violations "$file")
    [[ $count == 0 ]] && continue
    failed=1
    echo "FAILED with OMP_NUM_THREADS=$number storm=$storm ${environment[*]}: $count violations"
    grep -E '"type":"(finding|end)"' "$file" | head -c 4000
  done
done; done
exit "$failed"
