# Moves the debug information of an installed library into folder/.build-id/, as gdb's `set debug-file-directory` wants it.
# The information comes from the library as it was built: the installed one may be there already, and bare.
# built, library, folder, objcopy, strip, readelf: set by who includes this.
execute_process(COMMAND "${readelf}" -n "${built}" OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
if(NOT notes MATCHES "Build ID: ([0-9a-f][0-9a-f])([0-9a-f]+)")
  message(FATAL_ERROR "${built} has no build id")
endif()
set(debug_file ".build-id/${CMAKE_MATCH_1}/${CMAKE_MATCH_2}.debug")

# The one of an older build goes.
get_filename_component(name "${library}" NAME)
set(record "${folder}/${name}.build-id")
if(EXISTS "${record}")
  file(READ "${record}" old)
  if(old MATCHES "^\\.build-id/[0-9a-f]+/[0-9a-f]+\\.debug$")
    file(REMOVE "${folder}/${old}")
  endif()
endif()

get_filename_component(place "${folder}/${debug_file}" DIRECTORY)
file(MAKE_DIRECTORY "${place}")
execute_process(COMMAND "${objcopy}" --only-keep-debug "${built}" "${folder}/${debug_file}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${strip}" --strip-all "${library}" COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${record}" "${debug_file}")
message(STATUS "Installing: ${folder}/${debug_file}")
