# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of limpid's command line for bash.

_limpid() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "run record report info --help --version" -- "$cur")
    return
  fi
  case $command:$prev in
    report:--sort)
      mapfile -t COMPREPLY < <(compgen -W "gain elapsed work wait balance count self total" -- "$cur")
      return ;;
    record:-F | record:--frequency | report:--depth | report:--min-percent) return ;;
    record:-o | record:--output)
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      return ;;
  esac
  case $command:$cur in
    record:-*) mapfile -t COMPREPLY < <(compgen -W "--output --frequency --keep-runtime --quiet --help --" -- "$cur") ;;
    report:-*)
      mapfile -t COMPREPLY < <(compgen -W "--json --depth --min-percent --sort --threads --no-fold --no-color --help" -- "$cur") ;;
    run:-*) mapfile -t COMPREPLY < <(compgen -W "--help --" -- "$cur") ;;
    run:* | record:*) mapfile -t COMPREPLY < <(compgen -c -f -- "$cur") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -X '!*.limpid' -- "$cur"; compgen -d -- "$cur") ;;
  esac
}
complete -o filenames -F _limpid limpid
