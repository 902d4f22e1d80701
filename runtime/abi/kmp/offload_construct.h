// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A construct whose call passed through this runtime on its way to LLVM's device library: what the library's
// events do not say of it.
#pragma once

#include <stdint.h>

#include "core/data/entry.h"
#include "core/data/state.h"
#include "core/data/thread.h"
#include "core/device/device_wait.h"

namespace limpid::abi {

// Bits of the numbers that LLVM's compilers pass for each item.
enum MapBit : uint64_t {
  kToBit = 0x1,
  kFromBit = 0x2,
  kAlwaysBit = 0x4,
  kDeleteBit = 0x8,
  kPrivateBit = 0x80,
  kLiteralBit = 0x100,
  kImplicitBit = 0x200,
  kCloseBit = 0x400,
  kPresentBit = 0x1000,
  kAttachBit = 0x4000,
};

// The arrays of a call.
struct MapArguments {
  uint32_t count;
  void** addresses;
  int64_t* bytes;
  int64_t* bits;
};

// Lies on the stack of the call that is passed on; the thread is in the state meanwhile, and the frames of its
// task begin with the call.
class ForwardedConstruct {
 public:
  // `device`: as the compiler passed it; negative: the default device.
  ForwardedConstruct(core::State state, int64_t device, bool leaves, const MapArguments& maps,
                     const core::CallSite& site);
  ~ForwardedConstruct();
  ForwardedConstruct(const ForwardedConstruct&) = delete;
  ForwardedConstruct& operator=(const ForwardedConstruct&) = delete;

  // The innermost construct of the calling thread, while its device does the work; null: none.
  static ForwardedConstruct* current();

  const void* code() const { return site_.return_address; }
  // Emits what the construct maps, once: after its begin.
  void emit_maps(core::Thread& self, int device, uint64_t& word, uint64_t id);

  // A region that is executed by the calling thread itself, in this process, is none of the construct's calls of
  // the library. pause() is for the thread's current construct, resume() takes its result.
  static ForwardedConstruct* pause();
  static void resume(ForwardedConstruct* construct);

 private:
  void enter();
  void leave();

  const bool leaves_;  // it ends mappings
  bool told_ = false;
  const MapArguments& maps_;
  const core::CallSite& site_;
  core::Thread& self_;
  core::Task& task_;
  core::DeviceWait wait_;
  ForwardedConstruct* const outer_;
};

// Names the program's calls of the library come here first: it lies behind this runtime in the loader's order.
bool constructs_are_forwarded();

}  // namespace limpid::abi
