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

// Whether the runtime has to be preloaded, because LD_LIBRARY_PATH does not reach: DT_RPATH goes before it,
// and a library that is loaded late may have a path of its own.
bool needs_preload(const Target& target, const Layout& layout);

// The file to preload: the runtime under the name that the program asks for, so that the loader takes it for
// that library; liblimpid.so if no program part asks yet.
std::string preload_path(const Target& target, const Layout& layout);

// What puts the runtime under the program, and nothing else.
Variables runtime_variables(const Target& target, const Layout& layout);

// LIMPID_OUTPUT for the recorder, in its pattern language (%p process, %r rank, %e program, %% per cent),
// absolute. An output that is a directory, or empty, gets a name per process.
std::string output_pattern(const std::string& output);

// Everything `limpid record` sets for the program. `run_id` marks the files of this run.
Variables recording_variables(const Options& options, const Target& target, const Layout& layout,
                              const std::string& run_id);

}  // namespace limpid::cli::record
