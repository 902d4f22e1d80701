// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::recorder {

// Asks the kernel to run the calling thread as soon as it wakes, by whatever the user is permitted: a
// real-time policy, or else a short time slice, which lets a waking thread step in front of one with a long
// slice. A sampler that has to wait for the program's threads to go to sleep would meet them asleep too
// often. Answers what was granted, in words.
const char* run_promptly();

}  // namespace limpid::recorder
