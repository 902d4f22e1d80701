// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace limpid::cli::symbols {

// What a linker symbol says to a reader of the source.
struct Name {
  std::string text;       // as written in the source, without parameters: `solver::step`, `mesh::advance`
  std::string full;       // with parameters and return type where the symbol has them; else equal to `text`
  std::string suffix;     // what the compiler appended: `._omp_fn.0`, `.constprop.0`, `.omp_outlined..1`
  bool outlined = false;  // the body of an OpenMP construct, moved by the compiler to a function of its own
};

// Reads one symbol. Only names with a mangling prefix are demangled: a C function called `a` stays `a`.
// `fortran` says that the symbol comes from Fortran code, where a trailing underscore is no part of the name.
// An outlined function of which the symbol does not name the enclosing function (Clang's `.omp_outlined.`)
// has an empty `text`.
Name read_name(std::string_view symbol, bool fortran);

// `std::vector<int> solver::step<2>(double*) const` -> `solver::step<2>`. Text that is no C++ declaration
// comes back unchanged.
std::string without_parameters(const std::string& declaration);

// `std::vector<int> solver::step<2>(double*) const` -> `solver::step<2>(double*) const`.
std::string without_return_type(const std::string& declaration);

// Whether a compiler made up this name for code that the user wrote as `module procedure` (gfortran, flang).
bool is_fortran_mangled(std::string_view symbol);

}  // namespace limpid::cli::symbols
