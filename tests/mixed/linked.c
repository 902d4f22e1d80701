// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both parts in one program, which therefore asks for both libgomp.so.1 and libomp.so.5.
#include "parts.h"

int main(void) {
  check_one_runtime(&clang_part);
  return 0;
}
