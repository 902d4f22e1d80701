# BUILD, PREFIX: installs what gdb and a program that it runs need.
foreach(room runtime ompd gdb recorder cli)
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}/${room}" --prefix "${PREFIX}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
