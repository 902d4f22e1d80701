// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <omp-tools.h>

#include "context/node_table.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

// The recorder's side of OMPT: entry points that it looked up, and what it keeps in the runtime's data words.
struct OmptLink {
  std::atomic<bool> connected{false};  // between ompt_initialize and ompt_finalize
  ompt_set_callback_t set_callback = nullptr;
  ompt_get_state_t get_state = nullptr;
  ompt_get_task_info_t get_task_info = nullptr;
  ompt_get_parallel_info_t get_parallel_info = nullptr;
};

// Data words of regions and tasks hold the node of their creation context and, in a trace, their number. They
// are marked so that a word which the runtime never cleared (or shares with somebody) is not taken for one.
inline constexpr uint64_t kWordMark = 0x4cull << 56;
inline constexpr unsigned kNodeBits = 22;
inline constexpr unsigned kNumberBits = 34;  // beyond them numbers come again: after hours
static_assert(NodeTable::kCapacity < 1u << kNodeBits);

inline uint64_t word_of(NodeId node, uint64_t number = 0) {
  return kWordMark | (number & ((uint64_t{1} << kNumberBits) - 1)) << kNodeBits | node;
}
inline bool is_word(uint64_t word) {
  return word >> (kNodeBits + kNumberBits) == kWordMark >> (kNodeBits + kNumberBits);
}
inline NodeId node_of(uint64_t word) {
  return is_word(word) ? static_cast<NodeId>(word & ((1u << kNodeBits) - 1)) : kNoNode;
}
inline uint64_t number_of(uint64_t word) {
  return is_word(word) ? word >> kNodeBits & ((uint64_t{1} << kNumberBits) - 1) : 0;
}

// States in which a thread waits or the runtime is at work: user code is not what runs.
inline bool waiting_state(uint32_t state) {
  return state >= 0x010 && state != ompt_state_undefined;
}
// What a thread does that the runtime cannot be asked about. OpenMP has no word for the time of threads that
// are none of its own.
inline uint16_t state_outside(const ThreadSlot& slot) {
  if (slot.outsider()) return ompt_state_undefined;
  return slot.type == profile::ThreadType::kWorker ? ompt_state_idle : ompt_state_work_serial;
}
inline bool mutex_state(uint32_t state) {
  return state >= 0x040 && state <= 0x07f;
}
inline bool device_state(uint32_t state) {
  return state >= 0x080 && state <= 0x0bf;
}

}  // namespace limpid::recorder
