// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks a tree that is as unbalanced as chance makes it, with a task for each node. Hashes decide its shape.
#include "app.h"

enum { kChildren = 6, kHashes = 12 };

// A node has six children in 16.55 of 100 cases, otherwise none: 0.993 in the mean, so a subtree has 143 nodes in
// the mean and sometimes many thousands.
static const double kFertile = 0.1655;

typedef struct {
  long nodes;
  unsigned long sum;  // over the hashes of all nodes
} Found;

// The hash of a child, made so often that a node is a little work.
static unsigned long child_of(unsigned long node, int which) {
  unsigned long hash = node + (unsigned long)which;
  for (int i = 0; i < kHashes; ++i) hash = mixed(hash);
  return hash;
}

static int is_fertile(unsigned long node) {
  return (double)(node >> 11) * 0x1p-53 < kFertile;
}

static Found walk(unsigned long node) {
  Found all = {1, node}, found[kChildren];
  if (!is_fertile(node)) return all;
  for (int i = 0; i < kChildren; ++i) {
#pragma omp task shared(found) firstprivate(i, node)
    found[i] = walk(child_of(node, i));
  }
#pragma omp taskwait
  for (int i = 0; i < kChildren; ++i) {
    all.nodes += found[i].nodes;
    all.sum += found[i].sum;
  }
  return all;
}

static Found walk_serially(unsigned long node) {
  Found all = {1, node};
  for (int i = 0; i < kChildren && is_fertile(node); ++i) {
    const Found found = walk_serially(child_of(node, i));
    all.nodes += found.nodes;
    all.sum += found.sum;
  }
  return all;
}

int main(int argc, char** argv) {
  const int roots = is_tiny(argc, argv) ? 40 : 20000;
  Found parallel = {0, 0}, serial = {0, 0};
#pragma omp parallel
#pragma omp single
  for (int root = 0; root < roots; ++root) {
#pragma omp task shared(parallel) firstprivate(root)
    {
      const Found found = walk(mixed(root));
#pragma omp atomic
      parallel.nodes += found.nodes;
#pragma omp atomic
      parallel.sum += found.sum;
    }
  }
  for (int root = 0; root < roots; ++root) {
    const Found found = walk_serially(mixed(root));
    serial.nodes += found.nodes;
    serial.sum += found.sum;
  }
  return ended(argv[0], parallel.nodes == serial.nodes && parallel.sum == serial.sum);
}
