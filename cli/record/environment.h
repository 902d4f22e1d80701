// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>

#include "base/layout.h"
#include "record/options.h"
#include "record/target.h"

namespace limpid::cli::record {

// Variables that the program gets in addition to ours; what the user had set in them is kept behind our part.
using Variables = std::map<std::string, std::string>;

// `user` answers the value that the user has in a variable, empty if none (std::getenv outside tests).
template <typename Lookup>
std::string in_front(const std::string& own, const std::string& name, const Lookup& user) {
  std::string old = user(name);
  return old.empty() ? own : own + ":" + old;
}

// Whether the runtime has to be preloaded, because LD_LIBRARY_PATH may not reach: DT_RPATH goes before it, a
// library that is loaded late may have a path of its own, and a launcher may put folders of its own in front.
// Only a program that finds Limpid by itself needs no more.
bool needs_preload(const Target& target, const Layout& layout);

// What to preload: the runtime, whose soname is libgomp.so.1; for a program that asks for another name also
// our import library with that soname, so that the loader takes it for that library and does not load the
// other runtime too.
std::string preload_path(const Target& target, const Layout& layout);

// What puts the runtime under the program, and nothing else.
Variables runtime_variables(const Target& target, const Layout& layout);

// LIMPID_OUTPUT for the recorder, in its pattern language (%p process, %r rank, %R .rRANK under MPI, %e
// program, %% per cent), absolute. An output that is a directory, or empty, gets a name per process.
std::string output_pattern(const std::string& output);

// What the recorder shall do. `run_id` marks the files of this run.
Variables recorder_variables(const Options& options, const std::string& run_id);

// Everything `limpid record` sets for the program.
Variables recording_variables(const Options& options, const Target& target, const Layout& layout,
                              const std::string& run_id);

}  // namespace limpid::cli::record
