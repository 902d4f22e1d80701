# Build options and the warning set that every target of the project uses.
option(LIMPID_TESTS "Build the tests" ON)
option(LIMPID_BENCH "Build the benchmarks" ON)
option(LIMPID_EVENTS "Compile the events in (OFF only to measure what it costs)" ON)
option(LIMPID_JUDGE "The environment variable LIMPID_WITHOUT turns heuristics off (ON only to judge them)" OFF)
option(LIMPID_ONE_BY_ONE "No precompiled headers, and each file of the command by itself (ON to see that each includes what it uses)" OFF)
set(LIMPID_WITHOUT_FLAGS "" CACHE STRING "What runtime/CMakeLists.txt does for GCC and is left out, to judge it: no_hoisting, no_packed_words, narrow_task_spec")
set(LIMPID_SANITIZE "" CACHE STRING "Sanitizer for everything: address (and with it undefined), thread or empty")

# limpid_precompile(TARGET HEADER...): the compiler reads these headers once for all files of the target. Files include what they use
# nevertheless: ./dev check looks at each of those that run in the user's process without this.
function(limpid_precompile target)
  if(NOT LIMPID_ONE_BY_ONE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# limpid_together(TARGET COUNT): the compiler takes so many files of the target at a time, which for tests costs half of taking
# them one by one: most of the time goes into the headers. So names in their anonymous namespaces differ.
function(limpid_together target count)
  if(NOT LIMPID_ONE_BY_ONE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  endif()
endfunction()

add_library(limpid_options INTERFACE)
target_compile_options(limpid_options INTERFACE -Wall -Wextra -Wshadow -Wvla -Werror)
if(LIMPID_SANITIZE)
  # Reports need names and lines alone; more takes a third of the time to compile.
  add_compile_options(-fsanitize=${LIMPID_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${LIMPID_SANITIZE})
endif()
if(LIMPID_SANITIZE STREQUAL "address")
  # One build for both. A finding ends the program, so that its test fails. vptr needs RTTI, which code in the user's process
  # does not have.
  add_compile_options(-fsanitize=undefined -fno-sanitize-recover=all -fno-sanitize=vptr)
  add_link_options(-fsanitize=undefined)
endif()

# Code that lives inside the user's process: libc alone, no exceptions, no RTTI, nothing exported by accident.
# Unwind tables stay on: profilers and debuggers must be able to walk through the runtime.
add_library(limpid_inprocess INTERFACE)
target_link_libraries(limpid_inprocess INTERFACE limpid_options)
target_compile_options(limpid_inprocess INTERFACE
  -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden -fvisibility-inlines-hidden
  -fasynchronous-unwind-tables -fno-plt -ftls-model=initial-exec)
if(NOT LIMPID_SANITIZE)
  target_link_options(limpid_inprocess INTERFACE -nodefaultlibs -Wl,--no-undefined -Wl,-z,now)
  target_link_libraries(limpid_inprocess INTERFACE -lc -lgcc)
endif()
