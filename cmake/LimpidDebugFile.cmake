# Libraries that live in the user's process are installed bare, as a system's libraries are: in a debugger `step` passes over
# them and `break begin` is the user's. Their debug information lies beside, where no debugger looks by itself.
include_guard(GLOBAL)
find_program(LIMPID_READELF NAMES readelf REQUIRED)

# After install(TARGETS target LIBRARY DESTINATION lib).
function(limpid_install_debug_file target)
  target_link_options(${target} PRIVATE -Wl,--build-id)
  install(CODE "
    set(built \"$<TARGET_FILE:${target}>\")
    set(library \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/$<TARGET_FILE_NAME:${target}>\")
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/limpid/debug\")
    set(objcopy \"${CMAKE_OBJCOPY}\")
    set(strip \"${CMAKE_STRIP}\")
    set(readelf \"${LIMPID_READELF}\")
    include(\"${PROJECT_SOURCE_DIR}/cmake/separate_debug_file.cmake\")")
endfunction()
