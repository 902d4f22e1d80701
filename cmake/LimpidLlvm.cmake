# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's compilers, for programs that come in through the KMP door, and what to link such programs with.
#
#   LIMPID_CLANG, LIMPID_CLANGXX, LIMPID_FLANG   the compilers; empty if they are not installed
#   LIMPID_STAND_IN                              folder with the libomp.so that such programs are linked with: our import
#                                                library (LimpidSymbols.cmake), as our users have it
#   libomp-stand-in                              the target that makes it
include_guard(GLOBAL)
find_program(LIMPID_CLANG NAMES clang-22)
find_program(LIMPID_CLANGXX NAMES clang++-22)
find_program(LIMPID_FLANG NAMES flang-22)
foreach(tool LIMPID_CLANG LIMPID_CLANGXX LIMPID_FLANG)
  if(NOT ${tool})
    message(WARNING "no ${tool}: what it would build for the tests and the benchmark is left out")
  endif()
endforeach()

set(LIMPID_STAND_IN "${LIMPID_STAGE}/lib" CACHE INTERNAL "" FORCE)  # whoever includes this sees it
add_custom_target(libomp-stand-in)
add_dependencies(libomp-stand-in limpid-import-libraries)
