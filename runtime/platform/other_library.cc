// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for libraries as the loader does.
#include "platform/other_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <initializer_list>

#include "platform/loader_cache.h"

namespace limpid::platform {
namespace {

static_assert(sizeof(FilePath::text) >= PATH_MAX);

const char* last_part(const char* path) {
  const char* const slash = strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

bool join(FilePath& path, const char* folder, size_t length, const char* name) {
  const int written =
      snprintf(path.text, sizeof path.text, "%.*s/%s", static_cast<int>(length), folder, name);
  return written > 0 && static_cast<size_t>(written) < sizeof path.text;
}

bool is_file(const char* path) {
  struct stat file;
  return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

// A file that can be loaded here, and is no copy of the library `own`, which is found under several names.
bool is_other(const FilePath& path, const FilePath& own) {
  FilePath real;
  return is_file(path.text) && realpath(path.text, real.text) != nullptr &&
         strcmp(last_part(real.text), last_part(own.text)) != 0;
}

// The loader's folders, in the order of its search. The list is as large as it says itself.
struct Folders {
  Dl_serinfo* list = nullptr;
  Folders() {
    void* const program = dlopen(nullptr, RTLD_LAZY);
    Dl_serinfo size;
    if (program == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return;
    list = static_cast<Dl_serinfo*>(malloc(size.dls_size));
    if (list == nullptr) return;
    *list = size;
    if (dlinfo(program, RTLD_DI_SERINFOSIZE, list) == 0 && dlinfo(program, RTLD_DI_SERINFO, list) == 0)
      return;
    free(list);
    list = nullptr;
  }
  ~Folders() { free(list); }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
};

bool is_default(const char* folder) {
  for (const char* known :
       {"/lib", "/lib64", "/lib/x86_64-linux-gnu", "/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu"})
    if (strcmp(folder, known) == 0) return true;
  return false;
}

// The loader's own folders come last in the list; it does not mark them.
unsigned first_default(const Dl_serinfo& list) {
  unsigned first = list.dls_cnt;
  while (first > 0 && is_default(list.dls_serpath[first - 1].dls_name)) --first;
  return first;
}

struct Wanted {
  const char* name;
  const FilePath& own;
  FilePath& path;
};

bool search_folders(const Dl_serinfo& list, unsigned first, unsigned end, const Wanted& wanted) {
  for (unsigned i = first; i < end; ++i) {
    const char* const folder = list.dls_serpath[i].dls_name;
    if (join(wanted.path, folder, strlen(folder), wanted.name) && is_other(wanted.path, wanted.own))
      return true;
  }
  return false;
}

bool accept_cached(const char* file, void* argument) {
  const Wanted& wanted = *static_cast<const Wanted*>(argument);
  if (strlen(file) >= sizeof wanted.path.text) return false;
  strcpy(wanted.path.text, file);
  return is_other(wanted.path, wanted.own);
}

}  // namespace

bool find_other_library(const char* name, const void* own, FilePath& path) {
  FilePath own_path;
  if (!path_of_library(own, own_path)) return false;
  const Folders folders;
  if (folders.list == nullptr) return false;
  Wanted wanted = {name, own_path, path};
  const unsigned own_folders = first_default(*folders.list);
  return search_folders(*folders.list, 0, own_folders, wanted) ||
         search_loader_cache(name, accept_cached, &wanted) ||
         search_folders(*folders.list, own_folders, folders.list->dls_cnt, wanted);
}

bool find_beside(const char* file, const char* name, FilePath& path) {
  FilePath real;
  if (realpath(file, real.text) == nullptr) return false;
  return join(path, real.text, static_cast<size_t>(last_part(real.text) - real.text), name) &&
         is_file(path.text);
}

bool path_of_library(const void* address, FilePath& path) {
  Dl_info info;
  return dladdr(address, &info) != 0 && realpath(info.dli_fname, path.text) != nullptr;
}

void* open_library(const char* path) {
  return *path != '\0' ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
}

void close_library(void* library) {
  dlclose(library);
}

void* function_of(void* library, const char* name) {
  return dlsym(library, name);
}

}  // namespace limpid::platform
