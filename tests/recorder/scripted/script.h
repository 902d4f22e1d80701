/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A recorded program that decides when time passes, and where its threads are meanwhile. For C programs that
 * run under liblimpid-recorder-scripted.so, which is the recorder but for its clocks and its rounds.
 *
 * A step: some threads stand in the program's code, the others wait in the runtime or in the kernel. The
 * recorder's round comes, every thread that is asked answers, and then the step's time has passed. Between
 * steps no time passes at all. So what the recording must say is known to the nanosecond, on any machine.
 */
#pragma once

#include <stdint.h>

struct limpid_script {
  uint64_t asked;   /* steps that the program has asked for; the program writes it, after the others */
  uint64_t passed;  /* steps that have passed; the recorder writes it */
  uint64_t step_ns; /* how long the step is */
  uint64_t
      processor_ns; /* processor time in the step of each thread that runs; it waits for one for the rest */
  uint64_t silent;  /* kernel id of the one thread that does not answer the sampling signal; 0: all do */
};

/* The recorder's. Looked up by name, so that a program needs nothing to link. */
#define LIMPID_SCRIPT "limpid_recorder_script"
