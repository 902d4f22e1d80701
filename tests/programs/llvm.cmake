# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The same programs, built by LLVM's compilers: they call the other entry points.
#
# A source that such a compiler cannot build says so near its top, with the reason:
#   // not clang: REASON        ! not flang: REASON
include("${PROJECT_SOURCE_DIR}/cmake/LimpidLlvm.cmake")

# llvm_compiler(SOURCE COMPILER FLAGS): the compiler for a source and its flags; COMPILER is empty if there is none.
function(llvm_compiler source compiler flags)
  set(language_flags -Wall -Wextra -Werror -Wno-unused-parameter
    # What the programs do on purpose, or what only this compiler's analysis minds.
    -Wno-sign-compare -Wno-uninitialized -Wno-integer-overflow -Wno-unneeded-internal-declaration
    -Wno-deprecated-declarations -Wno-unknown-pragmas -Wno-pass-failed)
  if(source MATCHES "[.]c$")
    set(program "${LIMPID_CLANG}")
    list(APPEND language_flags -std=gnu17)
  elseif(source MATCHES "[.]cc$")
    set(program "${LIMPID_CLANGXX}")
    list(APPEND language_flags -std=gnu++17)
  else()
    set(program "${LIMPID_FLANG}")
    set(language_flags -I "${CMAKE_CURRENT_SOURCE_DIR}/fortran")
  endif()
  set(${compiler} "${program}" PARENT_SCOPE)
  set(${flags} ${language_flags} PARENT_SCOPE)
endfunction()

# llvm_program(NAME SOURCE LEVEL OPENMP_FLAG): program.NAME.llvm.LEVEL, its test, and under the grammar checker.
function(llvm_program name source level openmp)
  llvm_compiler("${source}" compiler flags)
  file(STRINGS "${source}" excuse LIMIT_COUNT 1 REGEX "^(//|!) not (clang|flang): ")
  if(NOT compiler OR excuse)
    return()
  endif()
  set(path "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
  set(program "program.${name}.llvm.${level}")
  set(file "${program_folder}/${program}")
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/modules/${program}")
  set(dependencies -MD -MF "${file}.d")
  set(dependency_file DEPFILE "${file}.d")
  if(source MATCHES "f90$")
    set(dependencies -J "${modules}")
    set(dependency_file DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fortran/check.inc")
  endif()
  if(openmp)
    set(openmp -fopenmp -fopenmp-version=51)
  endif()
  file(MAKE_DIRECTORY "${modules}")
  add_custom_command(OUTPUT "${file}"
    COMMAND "${compiler}" ${openmp} -${level} -g ${flags} ${dependencies} -I "${CMAKE_CURRENT_SOURCE_DIR}"
      -I "${LIMPID_STAGE}/include" "${path}" -o "${file}" -L "${LIMPID_STAND_IN}" -lpthread -ldl -lm -latomic
    DEPENDS "${path}" libomp-stand-in ${dependency_file}
    COMMENT "Building ${program}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY LIMPID_LLVM_PROGRAMS "${file}")
  add_test(NAME ${program} COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/run.sh" "${file}" "${path}" "${LIMPID_STAGE}/lib")
  set_tests_properties(${program} PROPERTIES TIMEOUT 120 LABELS "programs;llvm")
  if(level STREQUAL O2 AND COMMAND grammar_test)
    grammar_test(${program} "${path}" "${file}")
  endif()
endfunction()

function(llvm_programs_target)
  get_property(files GLOBAL PROPERTY LIMPID_LLVM_PROGRAMS)
  add_custom_target(llvm-programs ALL DEPENDS ${files})
endfunction()
