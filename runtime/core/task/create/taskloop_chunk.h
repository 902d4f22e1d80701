// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iterations that one task of a taskloop runs, counted from 0 and as the program counts.
#pragma once

#include <stdint.h>

#include "core/data/task.h"

namespace limpid::core {

// The chunk of iterations that one of the loop's tasks runs.
struct TaskloopChunk {
  const void* context;  // TaskloopSpec::context
  uint64_t first;
  uint64_t iterations;
};

// Stores the chunk in the task, for the dispatch event of a task with kTaskChunk.
inline void note_chunk(Task& task, const TaskloopChunk& chunk) {
  task.chunk.first = chunk.first;
  task.chunk.count = chunk.iterations;
}

// The loop's variable, in two's-complement words: the same arithmetic serves signed and unsigned ones.
struct LoopVariable {
  uint64_t start;
  uint64_t step;
};

// The values of the loop's variable in a chunk, the end excluded.
struct ChunkBounds {
  uint64_t start;
  uint64_t end;

  // The same number of iterations, `distance` further on.
  void advance(uint64_t distance) {
    start += distance;
    end += distance;
  }
};

inline ChunkBounds bounds_of(const LoopVariable& variable, const TaskloopChunk& chunk) {
  const uint64_t start = variable.start + chunk.first * variable.step;
  return {start, start + chunk.iterations * variable.step};
}

// data: of a task that begins with its bounds.
inline void set_bounds(void* data, const ChunkBounds& bounds) {
  *static_cast<ChunkBounds*>(data) = bounds;
}

}  // namespace limpid::core
