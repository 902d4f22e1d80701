// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::elf {

// What one ELF file says that decides whether and how a runtime can be put under it.
struct Image {
  std::string path;
  int elf_class = 0;        // ELFCLASS32 or ELFCLASS64
  int machine = 0;          // EM_*
  bool dynamic = false;     // the loader has something to do: PT_DYNAMIC is there
  std::string interpreter;  // the loader; empty for static programs and for libraries
  std::string soname;
  std::vector<std::string> needed;
  std::vector<std::string> rpath;    // searched before LD_LIBRARY_PATH; empty if there is a runpath
  std::vector<std::string> runpath;  // searched after LD_LIBRARY_PATH
  bool imports_dlopen = false;
  std::vector<std::string> gomp_calls;  // GOMP_* of a shared library: code that GCC made
  std::vector<std::string> kmp_calls;   // __kmpc_*: code that Clang, Flang or Intel's compilers made
  bool imports_openmp = false;          // calls GOMP_*, __kmpc_* or omp_* of a shared library
  bool offers_gomp = false;             // a runtime for what GCC made: exports GOMP_parallel
  bool offers_kmp = false;              // a runtime for what LLVM's compilers made: exports __kmpc_fork_call
  bool defines_openmp = false;  // has a runtime inside: it is one, or a program with one linked statically
};

// Reads `path`. False if it is no ELF file or cannot be read.
bool read_image(const std::string& path, Image* image);

// Name of a machine for messages: `x86-64`, `AArch64`, `machine 8`.
std::string machine_name(const Image& image);

}  // namespace limpid::cli::elf
