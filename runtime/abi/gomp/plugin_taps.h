// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events around the functions of a plug-in of GCC's libgomp.
#pragma once

#include "abi/gomp/plugin_functions.h"

namespace limpid::abi {

// Fills the table of our stand-in with functions that call those of `plugin`, and emit what they do. False: it lacks
// one, and nothing is filled in. Once in a process.
bool tap_plugin(void* plugin, PluginFunctions& table);

// libgomp has asked our stand-in for devices.
bool plugin_is_tapped();

}  // namespace limpid::abi
