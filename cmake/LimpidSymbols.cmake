# What makes liblimpid.so a drop-in: the symbol table becomes the version script and the aliases of older nodes, the
# library answers to the names that programs ask for, and a test looks every exported name up.
include("${PROJECT_SOURCE_DIR}/cmake/LimpidDebugFile.cmake")
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(LIMPID_SYMBOL_TABLE "${PROJECT_SOURCE_DIR}/runtime/abi/symbols.txt")
set(LIMPID_SYMBOL_MAKER "${PROJECT_SOURCE_DIR}/scripts/symbols.py")
# The file names under which the runtime is found; see also the soname below.
set(LIMPID_RUNTIME_NAMES libgomp.so.1 libgomp.so libomp.so.5)
# The names under which a linker, too, looks for another runtime than libgomp. What it writes into a program is the soname of the
# file that it finds, and the runtime has only one: so here are import libraries with the right sonames. For the
# loader they are filters (DT_FILTER): whatever it looks up in them comes from liblimpid.so. And where the processor is
# of x86-64-v2 or later, it does not even meet them: it looks into glibc-hwcaps first, as no linker does, and finds the
# runtime itself under these names.
set(LIMPID_IMPORT_LIBRARIES libomp.so libiomp5.so)
set(LIMPID_IMPORT_SONAMES libomp.so.5 libiomp5.so)
set(LIMPID_LOADER_FOLDER glibc-hwcaps/x86-64-v2)

function(limpid_make_from_symbols kind output)
  add_custom_command(OUTPUT "${output}"
    COMMAND ${Python3_EXECUTABLE} "${LIMPID_SYMBOL_MAKER}" ${kind} "${LIMPID_SYMBOL_TABLE}" > "${output}"
    DEPENDS "${LIMPID_SYMBOL_TABLE}" "${LIMPID_SYMBOL_MAKER}"
    COMMENT "Symbol table: ${kind}" VERBATIM)
endfunction()

# The import libraries beside the runtime, and the runtime under their names where only the loader looks.
function(limpid_import_libraries target made)
  set(folder "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
  file(WRITE "${made}/import.map" "VERSION { global: *; };\n")
  add_custom_command(OUTPUT "${made}/import.s"
    COMMAND ${Python3_EXECUTABLE} "${LIMPID_SYMBOL_MAKER}" import "${LIMPID_SYMBOL_TABLE}" VERSION $<TARGET_FILE:${target}>
      > "${made}/import.s"
    DEPENDS "${LIMPID_SYMBOL_TABLE}" "${LIMPID_SYMBOL_MAKER}" ${target} VERBATIM)
  foreach(name soname IN ZIP_LISTS LIMPID_IMPORT_LIBRARIES LIMPID_IMPORT_SONAMES)
    # The name may still be a link to the runtime, from a build before there were import libraries.
    add_custom_command(OUTPUT "${folder}/${name}"
      COMMAND ${CMAKE_COMMAND} -E rm -f "${folder}/${name}"
      COMMAND "${CMAKE_C_COMPILER}" -shared -nostdlib -s "-Wl,-soname,${soname}" "-Wl,-F,$<TARGET_FILE_NAME:${target}>"
        "-Wl,--enable-new-dtags,-rpath,$ORIGIN" "-Wl,--version-script=${made}/import.map" "${made}/import.s"
        -o "${folder}/${name}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}/${LIMPID_LOADER_FOLDER}"
      COMMAND ${CMAKE_COMMAND} -E create_symlink "../../$<TARGET_FILE_NAME:${target}>"
        "${folder}/${LIMPID_LOADER_FOLDER}/${name}"
      DEPENDS "${made}/import.s" COMMENT "Import library: ${name}" VERBATIM)
    list(APPEND files "${folder}/${name}")
    install(PROGRAMS "${folder}/${name}" DESTINATION lib)
    install(FILES "${folder}/${LIMPID_LOADER_FOLDER}/${name}" DESTINATION "lib/${LIMPID_LOADER_FOLDER}")
    if(LIMPID_TESTS)
      add_test(NAME symbols.imports.${name} COMMAND ${Python3_EXECUTABLE} "${LIMPID_SYMBOL_MAKER}" imports
        "${LIMPID_SYMBOL_TABLE}" VERSION $<TARGET_FILE:${target}> "${folder}/${name}")
      set_tests_properties(symbols.imports.${name} PROPERTIES TIMEOUT 60 LABELS symbols)
    endif()
  endforeach()
  add_custom_target(limpid-import-libraries ALL DEPENDS ${files})
endfunction()

# Call once, for the runtime's shared library.
function(limpid_version_script target)
  set(made "${CMAKE_CURRENT_BINARY_DIR}/symbols")
  file(MAKE_DIRECTORY "${made}")
  limpid_make_from_symbols(script "${made}/versions.map")
  limpid_make_from_symbols(aliases "${made}/aliases.ld")
  limpid_make_from_symbols(test "${made}/presence_test.c")

  add_custom_target(limpid-versions DEPENDS "${made}/versions.map" "${made}/aliases.ld")
  add_dependencies(${target} limpid-versions)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${made}/versions.map" "${made}/aliases.ld")
  target_link_options(${target} PRIVATE "-Wl,--version-script=${made}/versions.map" "${made}/aliases.ld")

  # With libgomp's soname a preloaded liblimpid.so also satisfies "needs libgomp.so.1" of programs with an RPATH.
  set_target_properties(${target} PROPERTIES NO_SONAME ON)
  target_link_options(${target} PRIVATE -Wl,-soname,libgomp.so.1)
  install(TARGETS ${target} LIBRARY DESTINATION lib)
  limpid_install_debug_file(${target})
  foreach(name ${LIMPID_RUNTIME_NAMES})
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE_NAME:${target}> "$<TARGET_FILE_DIR:${target}>/${name}")
    install(FILES "$<TARGET_FILE_DIR:${target}>/${name}" DESTINATION lib)
  endforeach()
  limpid_import_libraries(${target} "${made}")

  if(LIMPID_TESTS)
    add_executable(symbol-presence-test "${made}/presence_test.c")
    target_link_libraries(symbol-presence-test PRIVATE ${CMAKE_DL_LIBS})
    foreach(name ${LIMPID_RUNTIME_NAMES} ${LIMPID_IMPORT_LIBRARIES})
      add_test(NAME symbols.presence.${name} COMMAND symbol-presence-test "$<TARGET_FILE_DIR:${target}>/${name}")
      set_tests_properties(symbols.presence.${name} PROPERTIES TIMEOUT 60 LABELS symbols)
    endforeach()
    add_test(NAME symbols.table
      COMMAND ${Python3_EXECUTABLE} "${LIMPID_SYMBOL_MAKER}" check "${LIMPID_SYMBOL_TABLE}" $<TARGET_FILE:${target}>)
    set_tests_properties(symbols.table PROPERTIES TIMEOUT 60 LABELS symbols)
  endif()
endfunction()
