// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of CUPTI's binary interface that are used: the leading fields of its activity records, which lie at
// the same offsets in all its versions since CUDA 9, and the numbers in its calls.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::tools::trace::cupti {

enum class RecordKind : uint32_t {
  copy = 1,
  fill = 2,
  serial_kernel = 3,
  kernel = 10,
  copy_between_devices = 22,
};

constexpr uint32_t kFlushComplete = 0;  // buffers whose records are all complete
constexpr uint32_t kFlushAll = 1;

constexpr int kSuccess = 0;

struct Record {
  RecordKind kind;
};

struct KernelRecord {
  RecordKind kind;
  char unused1[12];
  uint64_t start;  // 0, like end: not known
  uint64_t end;
  uint64_t completed;
  uint32_t device;
  uint32_t context;
  uint32_t stream;
  int32_t grid[3];
  int32_t block[3];
  char unused2[16];
  uint32_t call;
  int64_t grid_id;
  const char* name;
};
static_assert(offsetof(KernelRecord, start) == 16 && offsetof(KernelRecord, device) == 40);
static_assert(offsetof(KernelRecord, grid) == 52 && offsetof(KernelRecord, call) == 92);
static_assert(offsetof(KernelRecord, name) == 104);

// Copies and fills.
struct MemoryRecord {
  RecordKind kind;
  uint32_t unused;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t device;
  uint32_t context;
  uint32_t stream;
  uint32_t call;
};
static_assert(offsetof(MemoryRecord, bytes) == 8 && offsetof(MemoryRecord, device) == 32);
static_assert(offsetof(MemoryRecord, call) == 44);

struct PeerCopyRecord {
  RecordKind kind;
  uint32_t unused;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t device;
  uint32_t context;
  uint32_t stream;
  uint32_t source_device;
  uint32_t source_context;
  uint32_t destination_device;
  uint32_t destination_context;
  uint32_t call;
};
static_assert(offsetof(PeerCopyRecord, source_device) == 44 && offsetof(PeerCopyRecord, call) == 60);

// What the subscriber is told at both ends of a call of the driver.
struct CallData {
  uint32_t end;  // 0: it begins
  const char* function;
  const void* arguments;
  void* result;
  const char* kernel;
  void* context;
  uint32_t context_number;
  uint64_t* word;
  uint32_t call;  // its number, which the record of what the device does has, too
};
static_assert(offsetof(CallData, context) == 40 && offsetof(CallData, call) == 64);

constexpr uint32_t kDriverCalls = 1;  // the domain

// The driver's calls that make a device work, by the numbers that CUPTI gives them: launches, copies and fills.
constexpr uint32_t kWorkingCalls[] = {307, 477, 652,                      // launches
                                      276, 277, 278, 279, 280, 281, 319,  // copies
                                      216, 218, 220, 222, 224, 226};      // fills

using RequestBuffer = void (*)(uint8_t** buffer, size_t* bytes, size_t* most_records);
using CompleteBuffer = void (*)(void* context, uint32_t stream, uint8_t* buffer, size_t bytes, size_t valid);
using Clock = uint64_t (*)();
using CallMade = void (*)(void* user, uint32_t domain, uint32_t which, const CallData* call);

}  // namespace limpid::tools::trace::cupti
