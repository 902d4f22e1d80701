// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::recorder {

class Session;

// Writes the Info records about the process: command, host, environment, affinity, settings.
void write_metadata(Session& session);

// Whether the profile file at `path` was written by this process before it called exec.
bool has_image_of_this_process(const char* path);

}  // namespace limpid::recorder
