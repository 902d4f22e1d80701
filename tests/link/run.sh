#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Links programs with the staged libraries and runs them on Limpid, and on the runtimes whose names they recorded.
#
# usage: run.sh COMPILER LIBRARY_FOLDER LIBOMP      (LIBOMP: a libomp.so.5 of LLVM's, or "none")
set -eu
compiler=$1 library=$2 libomp=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { echo "FAILED: $*"; failed=1; }

needed() { readelf -d "$1" | sed -nE 's/.*NEEDED.*\[(lib[gi]?omp.*)\]/\1/p' | sort | tr '\n' ' '; }
versions() { readelf -V "$1" | sed -n '/File: lib[gi]*omp/,/File: libc/s/.*Name: \([A-Z_0-9.]*\)  Flags.*/\1/p' | sort -u; }

# build NAME LINK_OPTION...: the subject, with OpenMP switched on only where it is compiled.
build() {
  local name=$1
  shift
  "$compiler" -fopenmp -O1 -c "$here/subject.c" -o "$work/subject.o"
  "$compiler" "$work/subject.o" -L "$library" "$@" -ldl -o "$work/$name"
}

# records NAME WANTED: the runtimes that the program says it needs.
records() {
  local got
  got=$(needed "$work/$1")
  [[ $got == "$2 " ]] || fail "$1 needs '$got', expected '$2'"
}

# on_limpid NAME LATE [LOADER...]: one runtime in the process, and it is Limpid's.
on_limpid() {
  local name=$1 late=$2 said file runtimes=0
  shift 2
  said=$(LD_LIBRARY_PATH=$library "$@" "$work/$name" late) || fail "$name $*: exit status $?"
  [[ $said == *"late $late"* ]] || fail "$name $*: libomp.so opened late is not '$late': $said"
  while read -r file; do
    [[ $file == late* ]] && continue
    if [[ $file -ef $library/liblimpid.so ]]; then
      runtimes=$((runtimes + 1))
    elif [[ $file != "$library"/* || ($late == same && $* != *LD_PRELOAD*) ]]; then  # an import library may be there
      fail "$name $*: $file is in the process"
    fi
  done <<< "$said"
  [[ $runtimes == 1 ]] || fail "$name $*: $runtimes runtimes: $said"
}

# alone NAME RUNTIME_FOLDER: it starts and runs where Limpid is not.
alone() {
  local said
  said=$(LD_LIBRARY_PATH=$2 "$work/$1") || fail "$1 on the runtime in '$2': exit status $?"
  [[ $said != *limpid* ]] || fail "$1 on the runtime in '$2': $said"
}

loader=$(readelf -l "$(command -v "$compiler")" | sed -nE 's/.*interpreter: (.*)\]/\1/p')
build omp -lomp
records omp libomp.so.5
[[ $(versions "$work/omp") == VERSION ]] || fail "LLVM's libomp has VERSION alone, the program needs $(versions "$work/omp")"
build iomp5 -liomp5
records iomp5 libiomp5.so
build gomp -lgomp
records gomp libgomp.so.1
build all -Wl,--no-as-needed -lgomp -lomp -liomp5
records all 'libgomp.so.1 libiomp5.so libomp.so.5'
"$compiler" "$work/subject.o" "$library/libomp.so" -ldl -o "$work/path"  # as CMake links
records path libomp.so.5
"$compiler" -fopenmp -O1 "$here/subject.c" -L "$library" -ldl -o "$work/driver"
case $("$compiler" --version) in
  *clang*) records driver libomp.so.5 ;;
  *) records driver libgomp.so.1 ;;
esac

# Preloaded with its import library, the runtime also takes the place of one that an RPATH would find.
mkdir "$work/other"
cp "$library/libomp.so" "$work/other/libomp.so.5"
cp "$library/libiomp5.so" "$work/other/"
for name in omp iomp5; do
  build rpath -l$name -Wl,--disable-new-dtags,-rpath,"$work/other"
  on_limpid rpath "same" env LD_PRELOAD="$library/liblimpid.so:$library/lib${name}.so"
done

late=same
"$loader" --help | grep -q 'x86-64-v2 (supported' || late=answers
for name in omp iomp5 gomp all path driver; do
  on_limpid $name $late
  on_limpid $name answers "$loader" --glibc-hwcaps-mask none
done

[[ $("$compiler" --version) == *clang* ]] || alone gomp ''
if [[ $libomp != none ]]; then alone omp "$(dirname "$libomp")"; else echo "no libomp of LLVM's here: not run on it"; fi
exit $failed
