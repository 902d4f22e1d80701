// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries that are opened by their files, beside one of the same name that the process has already.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// Room for the path of a file.
struct FilePath {
  char text[4096];
};

// Writes the path of the file that the loader would find under this name if the library with `own` (an address in
// it) were not there: in LD_LIBRARY_PATH, the program's RPATH or RUNPATH, the loader's cache, its own folders.
// Other copies of that library, known by the name of their file, are passed over too. False: there is none.
bool find_other_library(const char* name, const void* own, FilePath& path);

// The path of NAME in the folder of FILE, after links are followed. False: there is no such file.
bool find_beside(const char* file, const char* name, FilePath& path);

// The path of the library with this address, after links are followed.
bool path_of_library(const void* address, FilePath& path);

// Opens a library by its path, never by a name that is loaded already; its names are seen by nobody else. Null:
// it cannot be opened.
void* open_library(const char* path);
void close_library(void* library);
void* function_of(void* library, const char* name);  // null: it has none

}  // namespace limpid::platform
