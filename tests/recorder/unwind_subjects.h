// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Functions with stacks of every shape. Each calls `probe` at its innermost point, or just runs for a while
// (storm). Built twice, with and without frame pointers.
using Probe = void (*)();

struct Subjects {
  void (*leaf)(Probe);
  void (*recursive)(Probe, int depth);
  void (*variable)(Probe, int bytes);  // alloca
  void (*realigned)(Probe);            // over-aligned locals
  void (*through_library)(Probe);      // called back by qsort
  void (*many_registers)(Probe);
  double (*storm)(int rounds);  // calls through the PLT, prologues, epilogues
};

extern "C" const Subjects* subjects_bare();
extern "C" const Subjects* subjects_framed();
