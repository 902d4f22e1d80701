// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events around the functions of a plug-in of GCC's libgomp.
#pragma once

namespace limpid::abi {

// Fills the table of our stand-in, an open library as the plug-in is, with functions that call those of the plug-in, and
// emit what they do. False: the plug-in lacks one that is needed, or has one that the stand-in has not, which must not be
// used then. Threads that come at once have the same plug-in, and one of them fills the table in.
bool tap_plugin(void* plugin, void* stand_in);

// libgomp has asked our stand-in for devices.
bool plugin_is_tapped();

}  // namespace limpid::abi
