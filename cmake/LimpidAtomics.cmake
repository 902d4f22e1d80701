# The __kmpc_atomic_* entries and their test are made from the names in the symbol table.
set(LIMPID_ATOMICS_MAKER "${PROJECT_SOURCE_DIR}/scripts/atomics.py")

function(limpid_make_atomics kind output)
  add_custom_command(OUTPUT "${output}"
    COMMAND ${Python3_EXECUTABLE} "${LIMPID_ATOMICS_MAKER}" ${kind} "${LIMPID_SYMBOL_TABLE}" > "${output}"
    DEPENDS "${LIMPID_SYMBOL_TABLE}" "${LIMPID_ATOMICS_MAKER}"
    COMMENT "Atomic entries: ${kind}" VERBATIM)
endfunction()

# Call once, for the runtime's shared library, after limpid_version_script.
function(limpid_atomics target)
  set(made "${CMAKE_CURRENT_BINARY_DIR}/atomics")
  file(MAKE_DIRECTORY "${made}")
  limpid_make_atomics(entries "${made}/entries.cc")
  limpid_make_atomics(test "${made}/test.c")
  target_sources(${target} PRIVATE "${made}/entries.cc")
  set_source_files_properties("${made}/entries.cc" PROPERTIES COMPILE_OPTIONS "-fvisibility=default")

  if(LIMPID_TESTS)
    add_executable(atomic-entries-test "${made}/test.c")
    set_target_properties(atomic-entries-test PROPERTIES C_EXTENSIONS ON)
    target_link_libraries(atomic-entries-test PRIVATE ${target})
    add_test(NAME atomics.entries COMMAND atomic-entries-test)
    set_tests_properties(atomics.entries PROPERTIES TIMEOUT 60 LABELS kmp)
  endif()
endfunction()
