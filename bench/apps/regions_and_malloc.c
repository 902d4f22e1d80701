// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves a block of elastic cells: short regions, and between them temporaries of 100 kB to some MB come and go.
#include <math.h>
#include <omp.h>

#include "app.h"

enum { kCorners = 8, kAxes = 3 };

static int side;                                            // cells along an edge
static int cells, nodes;                                    // in all
static double *place[kAxes], *speed[kAxes], *force[kAxes];  // of each node
static double* strain;                                      // of each cell

static double* vector(long numbers) {
  double* v = malloc(sizeof *v * numbers);
  if (!v) abort();
  return v;
}

// The number of a cell's corner; bit a of `corner` is its place along axis a.
static int node_of(int cell, int corner) {
  const int row = side + 1, x = cell % side, y = cell / side % side, z = cell / side / side;
  return (z + (corner >> 2)) * row * row + (y + (corner >> 1 & 1)) * row + x + (corner & 1);
}

// The mean length of a cell along each axis, from its corners.
static void find_lengths(double* const length[kAxes]) {
#pragma omp parallel for schedule(static)
  for (int c = 0; c < cells; ++c) {
    for (int a = 0; a < kAxes; ++a) {
      double sum = 0;
      for (int k = 0; k < kCorners; ++k) sum += (k >> a & 1 ? 1 : -1) * place[a][node_of(c, k)];
      length[a][c] = sum / 4;
    }
  }
}

static void find_volume(double* const length[kAxes], double* volume) {
#pragma omp parallel for schedule(static)
  for (int c = 0; c < cells; ++c) volume[c] = length[0][c] * length[1][c] * length[2][c];
}

// The forces of each cell on its corners: they push apart what is pressed, and add up to nothing.
static void find_corner_forces(double* const length[kAxes], const double* volume,
                               double* const corner[kAxes]) {
#pragma omp parallel for schedule(static)
  for (int c = 0; c < cells; ++c) {
    const double pressure = 0.5 * (1 / volume[c] - 1);
    for (int a = 0; a < kAxes; ++a) {
      const double push = pressure + 0.3 * (1 - length[a][c]);
      for (int k = 0; k < kCorners; ++k) corner[a][(long)c * kCorners + k] = k >> a & 1 ? push : -push;
    }
  }
}

// Against the pattern in which the corners of a cell move to and fro while its volume stays.
static void add_damping(double* const corner[kAxes]) {
  double* mean[kAxes];
  for (int a = 0; a < kAxes; ++a) mean[a] = vector(cells);
#pragma omp parallel for schedule(static)
  for (int c = 0; c < cells; ++c) {
    for (int a = 0; a < kAxes; ++a) {
      double sum = 0;
      for (int k = 0; k < kCorners; ++k) sum += speed[a][node_of(c, k)];
      mean[a][c] = sum / kCorners;
    }
  }
#pragma omp parallel for schedule(static)
  for (int c = 0; c < cells; ++c) {
    for (int a = 0; a < kAxes; ++a) {
      for (int k = 0; k < kCorners; ++k)
        corner[a][(long)c * kCorners + k] -= 0.05 * (speed[a][node_of(c, k)] - mean[a][c]);
    }
  }
  for (int a = 0; a < kAxes; ++a) free(mean[a]);
}

// Each node takes the forces of the cells around it, always in the same order.
static void gather(double* const corner[kAxes]) {
  const int row = side + 1;
#pragma omp parallel for schedule(static)
  for (int n = 0; n < nodes; ++n) {
    const int x = n % row, y = n / row % row, z = n / row / row;
    double sum[kAxes] = {0, 0, 0};
    for (int k = 0; k < kCorners; ++k) {
      const int cx = x - (k & 1), cy = y - (k >> 1 & 1), cz = z - (k >> 2);
      if (cx < 0 || cy < 0 || cz < 0 || cx >= side || cy >= side || cz >= side) continue;
      const long at = ((long)(cz * side + cy) * side + cx) * kCorners + k;
      for (int a = 0; a < kAxes; ++a) sum[a] += corner[a][at];
    }
    for (int a = 0; a < kAxes; ++a) force[a][n] = sum[a];
  }
}

static void find_forces(void) {
  double *length[kAxes], *corner[kAxes];
  for (int a = 0; a < kAxes; ++a) length[a] = vector(cells);
  double* volume = vector(cells);
  find_lengths(length);
  find_volume(length, volume);
  for (int a = 0; a < kAxes; ++a) corner[a] = vector((long)cells * kCorners);
  find_corner_forces(length, volume, corner);
  add_damping(corner);
  gather(corner);
  for (int a = 0; a < kAxes; ++a) {
    free(corner[a]);
    free(length[a]);
  }
  free(volume);
}

static void move(double step) {
  for (int a = 0; a < kAxes; ++a) {
#pragma omp parallel for schedule(static)
    for (int n = 0; n < nodes; ++n) speed[a][n] += step * force[a][n];
#pragma omp parallel for schedule(static)
    for (int n = 0; n < nodes; ++n) place[a][n] += step * speed[a][n];
  }
}

// The material of each cell remembers: a few small regions over temporaries, several times over.
static void remember(void) {
  double *length[kAxes], *volume = vector(cells);
  for (int a = 0; a < kAxes; ++a) length[a] = vector(cells);
  find_lengths(length);
  find_volume(length, volume);
  for (int part = 0; part < 4; ++part) {
    double *wanted = vector(cells), *rate = vector(cells);
#pragma omp parallel for schedule(static)
    for (int c = 0; c < cells; ++c) wanted[c] = fabs(volume[c] - 1);
#pragma omp parallel for schedule(static)
    for (int c = 0; c < cells; ++c) rate[c] = (wanted[c] - strain[c]) / (2 + part);
#pragma omp parallel for schedule(static)
    for (int c = 0; c < cells; ++c) strain[c] += 0.1 * rate[c];
    free(rate);
    free(wanted);
  }
  for (int a = 0; a < kAxes; ++a) free(length[a]);
  free(volume);
}

// As long as the most strained cell allows.
static double longest_step(void) {
  double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (int c = 0; c < cells; ++c) most = fmax(most, strain[c]);
  return 0.1 / (1 + most);
}

// Cells of length 1, which one corner of the block presses together.
static void begin(void) {
  const int row = side + 1;
  for (int n = 0; n < nodes; ++n) {
    const int at[kAxes] = {n % row, n / row % row, n / row / row};
    for (int a = 0; a < kAxes; ++a) {
      place[a][n] = at[a];
      speed[a][n] = at[0] + at[1] + at[2] < 6 ? 0.5 : 0;
      force[a][n] = 0;
    }
  }
  memset(strain, 0, sizeof *strain * cells);
}

static void run(int steps) {
  for (int step = 0; step < steps; ++step) {
    const double length = longest_step();
    find_forces();
    move(length);
    remember();
  }
}

static double momentum(int axis) {
  double sum = 0;
  for (int n = 0; n < nodes; ++n) sum += speed[axis][n];
  return sum;
}

// The first steps, once by all threads and once by one: no number depends on how many there are.
static int are_alike(int steps) {
  double* by_all = vector(nodes);
  begin();
  run(steps);
  memcpy(by_all, place[0], sizeof *by_all * nodes);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  begin();
  run(steps);
  omp_set_num_threads(threads);
  const int alike = memcmp(by_all, place[0], sizeof *by_all * nodes) == 0;
  free(by_all);
  return alike;
}

int main(int argc, char** argv) {
  const int tiny = is_tiny(argc, argv), steps = tiny ? 4 : 80;
  side = tiny ? 8 : 28;
  cells = side * side * side;
  nodes = (side + 1) * (side + 1) * (side + 1);
  for (int a = 0; a < kAxes; ++a) {
    place[a] = vector(nodes);
    speed[a] = vector(nodes);
    force[a] = vector(nodes);
  }
  strain = vector(cells);
  int right = are_alike(steps < 40 ? 1 : steps / 40);
  begin();
  const double before = momentum(0);
  run(steps);
  right = right && fabs(momentum(0) - before) < 1e-9 * before;
  return ended(argv[0], right);
}
