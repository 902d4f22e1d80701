// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __omp_collector_api: processes a list of requests, entry by entry.
#include <stdint.h>
#include <string.h>

#include "tools/collector/requests.h"

namespace limpid::tools::collector {
namespace {

// The head of each entry, in front of its mem.
struct Header {
  int size;
  int number;
  int code;
  int returned;
};
static_assert(sizeof(Header) == 16);

constexpr int kUnit = 4;

bool is_aligned(const void* list) {
  return reinterpret_cast<uintptr_t>(list) % kUnit == 0;
}

bool is_entry(int size) {
  return size >= static_cast<int>(sizeof(Header)) && size % kUnit == 0;
}

void process_entry(char* entry, int size) {
  Header header;
  memcpy(&header, entry, sizeof header);
  Request request{entry + sizeof header, static_cast<size_t>(size) - sizeof header};
  header.code = process(header.number, request);
  header.returned = request.returned;
  memcpy(entry, &header, sizeof header);
}

int process_list(char* entry) {
  if (entry == nullptr || !is_aligned(entry)) return -1;
  for (;;) {
    int size = 0;
    memcpy(&size, entry, sizeof size);
    if (size == 0) return 0;
    if (!is_entry(size)) return -1;
    process_entry(entry, size);
    entry += size;
  }
}

}  // namespace
}  // namespace limpid::tools::collector

extern "C" [[gnu::visibility("default")]] int __omp_collector_api(void* arg) {
  return limpid::tools::collector::process_list(static_cast<char*>(arg));
}
