// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start and the end of a tool of this interface.
#pragma once

#include "tools/startup/interface.h"
#include "tools/startup/session.h"

namespace limpid::tools::ompt2016 {

// How start-up finds and starts such a tool.
startup::Interface interface();

extern startup::Session g_session;

// Detaches the tool: its shutdown callback has run, and no callback is running or will run. Calls after the
// first do nothing.
void stop();

// In a fork's child: as if there never was a tool; nothing is called. Async-signal-safe.
void forget_after_fork();

}  // namespace limpid::tools::ompt2016
