// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

enum {
  WORD_OF_THREAD = 0x1111,
  WORD_OF_REGION = 0x2222,
  WORD_OF_IMPLICIT_TASK = 0x3333,
  WORD_OF_TASK = 0x4444
};
