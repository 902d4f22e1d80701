# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of limpid's command line for bash.

# The names of the programs that `limpid check` has.
_limpid_check_programs() {
  local command file
  command=$(type -P limpid) || return
  for file in "$(dirname "$(readlink -f "$command")")"/../share/limpid/check/programs/*.{c,cc,f90}; do
    [[ ! -f $file ]] || basename "${file%.*}"
  done
}

_limpid() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "run record report annotate diff scale export ps top info check debug --help --version" -- "$cur")
    return
  fi
  case $command:$prev in
    report:--sort)
      mapfile -t COMPREPLY < <(compgen -W "gain elapsed work wait balance count self total" -- "$cur")
      return ;;
    report:--by)
      mapfile -t COMPREPLY < <(compgen -W "construct function thread line" -- "$cur")
      return ;;
    report:--region | report:--focus | report:--thread | report:--from | report:--to | *:--phase) return ;;
    record:-F | record:--frequency | record:--max-cost | record:--trace-size | record:--keep | record:--for | report:--depth | report:--min-percent | diff:--fail-over) return ;;
    check:--compiler)
      mapfile -t COMPREPLY < <(compgen -W "gcc clang flang" -- "$cur")
      return ;;
    check:--only)
      mapfile -t COMPREPLY < <(compgen -W "$(_limpid_check_programs)" -- "$cur")
      return ;;
    record:-p | record:--pid)
      mapfile -t COMPREPLY < <(compgen -W "$(pgrep -u "$(id -u)")" -- "$cur")
      return ;;
    top:-d | top:--delay | top:-n | top:--count) return ;;
    check:--threads | debug:-p | debug:--pid | debug:--ex | debug:-ex | debug:-iex) return ;;
    record:-o | record:--output | report:--html | scale:--html | export:-o | export:--output | check:-o | check:--output | check:--runtime | debug:-c | debug:--core | debug:--gdb | debug:-x)
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      return ;;
  esac
  case $command:$cur in
    record:-*) mapfile -t COMPREPLY < <(compgen -W "--output --frequency --max-cost --paused --trace --chunks --trace-size --keep --keep-runtime --pid --for --detach --quiet --help --" -- "$cur") ;;
    report:-*)
      mapfile -t COMPREPLY < <(compgen -W "--json --html --what-if --depth --min-percent --sort --threads --timeline --by --region --focus --thread --from --to --phase --no-fold --no-color --help" -- "$cur") ;;
    annotate:-*)
      mapfile -t COMPREPLY < <(compgen -W "--region --focus --thread --from --to --phase --no-color --help" -- "$cur") ;;
    diff:-*) mapfile -t COMPREPLY < <(compgen -W "--before --after --fail-over --phase --all --json --no-color --help" -- "$cur") ;;
    scale:-*) mapfile -t COMPREPLY < <(compgen -W "--json --html --no-color --help" -- "$cur") ;;
    export:-*) mapfile -t COMPREPLY < <(compgen -W "--folded --speedscope --hatchet --pprof --perfetto --events --otf2 --phase --output --help" -- "$cur") ;;
    ps:-*) mapfile -t COMPREPLY < <(compgen -W "--deadlock --json --help" -- "$cur") ;;
    top:-*) mapfile -t COMPREPLY < <(compgen -W "--delay --count --help" -- "$cur") ;;
    ps:* | top:*) mapfile -t COMPREPLY < <(compgen -W "$(pgrep -u "$(id -u)")" -- "$cur") ;;
    check:-*)
      mapfile -t COMPREPLY < <(compgen -W "--runtime --threads --compiler --only --json --output --help --" -- "$cur") ;;
    run:-*) mapfile -t COMPREPLY < <(compgen -W "--help --" -- "$cur") ;;
    debug:-*) mapfile -t COMPREPLY < <(compgen -W "--core --pid --ex --batch --gdb -x -ex -iex -tui -i=mi -nx --help --" -- "$cur") ;;
    run:* | record:* | check:* | debug:*) mapfile -t COMPREPLY < <(compgen -c -f -- "$cur") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -X '!*.limpid' -- "$cur"; compgen -d -- "$cur") ;;
  esac
}
complete -o filenames -F _limpid limpid
