# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's compilers, for programs that come in through the KMP door, and what to link such programs with.
#
#   LIMPID_CLANG, LIMPID_CLANGXX, LIMPID_FLANG   the compilers; empty if they are not installed
#   LIMPID_STAND_IN                              folder with a libomp.so as its users have it when they link: its name
#                                                is libomp.so.5, its versions are all VERSION, and nothing is behind them.
#                                                At run time the staged libomp.so.5 takes its place.
#   libomp-stand-in                              the target that makes it
include_guard(GLOBAL)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(LIMPID_CLANG NAMES clang-22)
find_program(LIMPID_CLANGXX NAMES clang++-22)
find_program(LIMPID_FLANG NAMES flang-22)
foreach(tool LIMPID_CLANG LIMPID_CLANGXX LIMPID_FLANG)
  if(NOT ${tool})
    message(WARNING "no ${tool}: what it would build for the tests and the benchmark is left out")
  endif()
endforeach()

set(LIMPID_STAND_IN "${PROJECT_BINARY_DIR}/stand_in" CACHE INTERNAL "")  # whoever includes this sees it
set(maker "${PROJECT_SOURCE_DIR}/scripts/symbols.py")
set(table "${PROJECT_SOURCE_DIR}/runtime/abi/symbols.txt")
file(WRITE "${LIMPID_STAND_IN}/libomp.map" "VERSION { global: *; };\n")
add_custom_command(OUTPUT "${LIMPID_STAND_IN}/libomp.so"
  COMMAND "${Python3_EXECUTABLE}" "${maker}" standin "${table}" VERSION > libomp.s
  COMMAND "${CMAKE_C_COMPILER}" -shared -nostdlib -Wl,-soname,libomp.so.5 -Wl,--version-script=libomp.map libomp.s
    -o libomp.so
  WORKING_DIRECTORY "${LIMPID_STAND_IN}" DEPENDS "${maker}" "${table}" COMMENT "Making a stand-in for libomp" VERBATIM)
add_custom_target(libomp-stand-in DEPENDS "${LIMPID_STAND_IN}/libomp.so")
