// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "unwind/byte_reader.h"

namespace limpid::recorder::unwind {

// Unwind tables of one object file as the recorder keeps them: .eh_frame_hdr and .eh_frame in one section.
struct UnwindTables {
  Section section;
  uint64_t header_address = 0;  // of .eh_frame_hdr; 0: no tables
};

// One function's entry, its common part resolved. Addresses are the program's.
struct FrameDescription {
  uint64_t begin = 0, end = 0;                      // code covered
  uint64_t initial = 0, initial_end = 0;            // common instructions
  uint64_t instructions = 0, instructions_end = 0;  // own instructions
  uint64_t code_alignment = 1;
  int64_t data_alignment = 1;
  uint64_t return_register = 0;
  bool signal_frame = false;
};

// Finds the entry that covers `pc`. Async-signal-safe; false if none does or the tables are not of the usual
// form (a sorted table of 4-byte pairs, which every linker of the last twenty years writes).
bool find_frame_description(const UnwindTables& tables, uint64_t pc, FrameDescription* out);

}  // namespace limpid::recorder::unwind
