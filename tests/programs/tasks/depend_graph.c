// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A blocked elimination whose only order is its dependences, compared with the same steps in a row.
#include <omp.h>

#include "check.h"

enum { kBlocks = 8 };
static long tiles[kBlocks][kBlocks], expected[kBlocks][kBlocks];

static void fill(long t[kBlocks][kBlocks]) {
  for (int i = 0; i < kBlocks; i++)
    for (int j = 0; j < kBlocks; j++) t[i][j] = i * 7 + j * 3 + 1;
}
static long mix(long a, long b) {
  return (a * 31 + b * 17 + 5) % 1000003;
}

int main(void) {
  fill(expected);
  for (int k = 0; k < kBlocks; k++) {
    expected[k][k] = mix(expected[k][k], k);
    for (int i = k + 1; i < kBlocks; i++) expected[i][k] = mix(expected[i][k], expected[k][k]);
    for (int i = k + 1; i < kBlocks; i++)
      for (int j = k + 1; j <= i; j++) expected[i][j] = mix(expected[i][j], expected[i][k] + expected[j][k]);
  }
  for (int round = 0; round < 10; round++) {
    fill(tiles);
#pragma omp parallel
#pragma omp master
    for (int k = 0; k < kBlocks; k++) {
#pragma omp task depend(inout : tiles[k][k])
      tiles[k][k] = mix(tiles[k][k], k);
      for (int i = k + 1; i < kBlocks; i++) {
#pragma omp task depend(in : tiles[k][k]) depend(inout : tiles[i][k])
        tiles[i][k] = mix(tiles[i][k], tiles[k][k]);
      }
      for (int i = k + 1; i < kBlocks; i++)
        for (int j = k + 1; j <= i; j++) {
#pragma omp task depend(in : tiles[i][k], tiles[j][k]) depend(inout : tiles[i][j]) priority(i - j)
          tiles[i][j] = mix(tiles[i][j], tiles[i][k] + tiles[j][k]);
        }
    }
    for (int i = 0; i < kBlocks; i++)
      for (int j = 0; j <= i; j++) CHECK_EQ(tiles[i][j], expected[i][j]);
  }
  return 0;
}
