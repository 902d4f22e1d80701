/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program tells the checking tool through omp_control_tool, for the tool to compare with what the
 * runtime tells it: the modifier is what the program's routine answered. C as well as C++. */
#pragma once

enum told {
  told_num_procs = 1001,      /* omp_get_num_procs() */
  told_num_devices = 1002,    /* omp_get_num_devices() */
  told_num_places = 1003,     /* omp_get_num_places() */
  told_place_num = 1004,      /* omp_get_place_num() */
  told_partition_size = 1005, /* omp_get_partition_num_places() */
  told_where = 1006,          /* nothing: only that the program is here */
  told_finalize = 1007        /* the tool is to end itself, by ompt_finalize_tool */
};
