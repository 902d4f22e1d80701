// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows shallow water and a dye in it through time: about 30 short parallel regions a step, many steps.
#include <omp.h>

#include "app.h"

// A field on a square whose sides are joined; index 0 and kSide + 1 repeat the other side.
enum { kSide = 64, kRow = kSide + 2 };
typedef double Field[kRow][kRow];

// What is followed: height of the water, its velocities through the cells' edges, the amount of dye in it.
enum { kHeight, kWest, kSouth, kDye, kFields };
static Field now[kFields], before[kFields], change[kFields];
// At the cells' western and southern edges; then what moves the water: pressure and spin.
static Field flow[2], dye[2], forces[2];

static const double kGravity = 10;

// Each of the loops is a region of its own.
#define FOR_ALL_ROWS _Pragma("omp parallel for schedule(static)") for (int i = 1; i <= kSide; ++i)
#define FOR_ALL_CELLS FOR_ALL_ROWS for (int j = 1; j <= kSide; ++j)

// The border of a few fields at once: columns first, then whole rows.
static void repeat_borders(Field* fields, int count) {
#pragma omp parallel for schedule(static)
  for (int f = 0; f < count; ++f) {
    for (int i = 1; i <= kSide; ++i) {
      fields[f][i][0] = fields[f][i][kSide];
      fields[f][i][kSide + 1] = fields[f][i][1];
    }
    memcpy(fields[f][0], fields[f][kSide], sizeof fields[f][0]);
    memcpy(fields[f][kSide + 1], fields[f][1], sizeof fields[f][0]);
  }
}

static void find_flow(void) {
  FOR_ALL_CELLS flow[0][i][j] = now[kWest][i][j] * 0.5 * (now[kHeight][i][j] + now[kHeight][i][j - 1]);
  FOR_ALL_CELLS flow[1][i][j] = now[kSouth][i][j] * 0.5 * (now[kHeight][i][j] + now[kHeight][i - 1][j]);
  repeat_borders(flow, 2);
}

// Dye goes with the water, as much as there is on the side where the water comes from.
static double carried(double along, int i, int j, int from_i, int from_j) {
  if (along > 0) return along * now[kDye][from_i][from_j] / now[kHeight][from_i][from_j];
  return along * now[kDye][i][j] / now[kHeight][i][j];
}

static void find_dye_flow(void) {
  FOR_ALL_CELLS {
    dye[0][i][j] = carried(flow[0][i][j], i, j, i, j - 1);
    dye[1][i][j] = carried(flow[1][i][j], i, j, i - 1, j);
  }
  repeat_borders(dye, 2);
}

static void find_forces(void) {
  FOR_ALL_CELLS {
    const double west = now[kWest][i][j] + now[kWest][i][j + 1],
                 south = now[kSouth][i][j] + now[kSouth][i + 1][j];
    forces[0][i][j] = kGravity * now[kHeight][i][j] + 0.125 * (west * west + south * south);
  }
  FOR_ALL_CELLS forces[1][i][j] =
      now[kSouth][i][j] - now[kSouth][i][j - 1] - now[kWest][i][j] + now[kWest][i - 1][j];
  repeat_borders(forces, 2);
}

static void find_change(void) {
  FOR_ALL_CELLS {
    change[kHeight][i][j] = flow[0][i][j] - flow[0][i][j + 1] + flow[1][i][j] - flow[1][i + 1][j];
    change[kDye][i][j] = dye[0][i][j] - dye[0][i][j + 1] + dye[1][i][j] - dye[1][i + 1][j];
  }
  FOR_ALL_CELLS change[kWest][i][j] = forces[0][i][j - 1] - forces[0][i][j] +
                                      0.25 * forces[1][i][j] * (now[kSouth][i][j] + now[kSouth][i][j - 1]);
  FOR_ALL_CELLS change[kSouth][i][j] = forces[0][i - 1][j] - forces[0][i][j] -
                                       0.25 * forces[1][i][j] * (now[kWest][i][j] + now[kWest][i - 1][j]);
}

// The state at the step's beginning and `share` of a step along the change.
static void advance(double step, double share) {
#pragma omp parallel for schedule(static) collapse(2)
  for (int f = 0; f < kFields; ++f) {
    for (int i = 1; i <= kSide; ++i) {
      for (int j = 1; j <= kSide; ++j) now[f][i][j] = before[f][i][j] + share * step * change[f][i][j];
    }
  }
  repeat_borders(now, kFields);
}

// As long as a step may be: the fastest wave crosses a part of a cell.
static double longest_step(void) {
  double fastest = 0;
#pragma omp parallel for schedule(static) reduction(max : fastest)
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) {
      const double west = now[kWest][i][j], south = now[kSouth][i][j];
      const double energy = west * west + south * south + kGravity * now[kHeight][i][j];
      if (energy > fastest) fastest = energy;
    }
  }
  return 0.2 / (1 + fastest / 10);
}

static void run(int steps) {
  for (int step = 0; step < steps; ++step) {
    const double length = longest_step();
#pragma omp parallel for schedule(static)
    for (int f = 0; f < kFields; ++f) memcpy(before[f], now[f], sizeof before[f]);
    for (int stage = 2; stage >= 1; --stage) {
      find_flow();
      find_dye_flow();
      find_forces();
      find_change();
      advance(length, 1.0 / stage);
    }
  }
}

// A hill of water, at rest, with dye on one side.
static void begin(void) {
  memset(now, 0, sizeof now);
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) {
      const double x = (i - 20) / 10.0, y = (j - 30) / 10.0;
      now[kHeight][i][j] = 1 + 0.1 / (1 + x * x + y * y);
      now[kDye][i][j] = i > kSide / 2 ? now[kHeight][i][j] : 0;
    }
  }
  repeat_borders(now, kFields);
}

static double total(int field) {
  double sum = 0;
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) sum += now[field][i][j];
  }
  return sum;
}

// The same but for rounding.
static int is_near(double a, double b) {
  return a - b < 1e-9 * b && b - a < 1e-9 * b;
}

int main(int argc, char** argv) {
  const int steps = is_tiny(argc, argv) ? 20 : 3000;
  static Field by_all[kFields];
  // No number depends on how many threads there are: the first steps, once by all and once by one, are alike.
  begin();
  run(steps / 20);
  memcpy(by_all, now, sizeof now);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  begin();
  run(steps / 20);
  const int alike = memcmp(by_all, now, sizeof now) == 0;
  omp_set_num_threads(threads);
  begin();
  const double water = total(kHeight), dyed = total(kDye);
  run(steps);
  return ended(argv[0], alike && is_near(total(kHeight), water) && is_near(total(kDye), dyed));
}
