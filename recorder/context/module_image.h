// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <link.h>

#include "unwind/eh_frame.h"

namespace limpid::recorder {

// What the program headers of a loaded object say. Reads the mapped object: only while the loader keeps it
// there.
struct ModuleImage {
  uint64_t begin = 0, end = 0;
  uint8_t build_id[32] = {};
  uint32_t build_id_bytes = 0;
  unwind::UnwindTables tables;  // in place

  explicit ModuleImage(const dl_phdr_info& info);

 private:
  void take_notes(uint64_t address, uint64_t bytes);
  void take_tables(const dl_phdr_info& info, uint64_t header_address);
};

}  // namespace limpid::recorder
