// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many devices the plug-in of plugin.cc has.
#pragma once

constexpr int kDevices = 3;
