#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds Fortran programs with the staged module of omp_lib instead of the compiler's own, and runs them.
#
# usage: run.sh COMPILER MODULE_FOLDER LIBRARY_FOLDER PROGRAMS_FOLDER NAME...
set -eu
compiler=$1 modules=$2 library=$3 programs=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in "$@"; do
  source=$programs/fortran/$name.f90
  options=(-fopenmp)
  [[ $compiler == *flang* ]] && options+=(-fopenmp-version=51)
  "$compiler" "${options[@]}" -J "$work" -I "$modules" -I "$programs/fortran" "$source" -L "$library" -o "$work/$name"
  "$programs/run.sh" "$work/$name" "$source" "$library"
done
