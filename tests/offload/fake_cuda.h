// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device behind the driver of fake_cuda.c, in the hands of the test. Each kernel adds one to the int that
// is mapped for its region, all that its region has, and goes on until the test lets it end.
#pragma once

// Kernels end in the order of their launches: COUNT more may, and those that are launched have ended when
// this returns.
void let_kernels_end(int count);
int kernels_launched(void);
int kernels_ended(void);

// How often a stream has been asked whether it is done, and how many threads are blocked until one is.
int streams_asked(void);
int threads_blocked(void);
