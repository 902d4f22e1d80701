// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports the host as a device: its start, the files with code for it, its end.
#include "tools/ompt5/device.h"

#include <link.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>

#include "core/icv/devices.h"
#include "platform/futex.h"
#include "platform/processor_name.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/control.h"

namespace limpid::tools::ompt5 {
namespace {

constexpr char kDocumentation[] =
    "The host. Code of the program that runs as target regions, and memory that device routines handle, is "
    "the "
    "program's own: nothing is loaded or copied. Device time is CLOCK_MONOTONIC in nanoseconds. There are no "
    "entry "
    "points besides those of OpenMP 5.1, section 4.6.2.";

enum : uint32_t { kUnknown, kStarting, kKnown, kEnded };
constinit std::atomic<uint32_t> g_state{kUnknown};

// The files whose code has run as target regions.
struct Module {
  std::atomic<uintptr_t> begin{0};         // 0: free
  std::atomic<uintptr_t> end{0};           // 0: not known yet
  std::atomic<uint32_t> load_reported{0};  // 1: device_load has been called
};
constexpr int kMostModules = 64;
constinit Module g_modules[kMostModules] = {};

uint64_t id_of(const Module& module) {
  return static_cast<uint64_t>(&module - g_modules) + 1;
}

// Vendor and model of the processor, then "host".
const char* device_type() {
  static constinit char text[256] = {};
  snprintf(text, sizeof text, "%s;host", platform::processor_name());
  return text;
}

struct File {
  uintptr_t code;
  uintptr_t begin;  // in memory
  uintptr_t end;
  uintptr_t first_address;  // the address of begin in the file
  char name[PATH_MAX];
};

void measure(const dl_phdr_info& object, File& file) {
  uintptr_t first = UINTPTR_MAX;
  uintptr_t last = 0;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_vaddr < first) first = segment.p_vaddr;
    if (segment.p_vaddr + segment.p_memsz > last) last = segment.p_vaddr + segment.p_memsz;
  }
  file.first_address = first;
  file.begin = object.dlpi_addr + first;
  file.end = object.dlpi_addr + last;
}

int match_file(dl_phdr_info* object, size_t, void* data) {
  auto& file = *static_cast<File*>(data);
  measure(*object, file);
  if (file.code < file.begin || file.code >= file.end) return 0;
  snprintf(file.name, sizeof file.name, "%s", object->dlpi_name);
  return 1;
}

bool find_file(const void* code, File& file) {
  file.code = reinterpret_cast<uintptr_t>(code);
  if (code == nullptr || dl_iterate_phdr(match_file, &file) == 0) return false;
  if (file.name[0] != '\0') return true;
  const ssize_t length = readlink("/proc/self/exe", file.name, sizeof file.name - 1);
  file.name[length > 0 ? length : 0] = '\0';
  return true;
}

// The entry for the file; null: all entries are taken. is_new: the calling thread has to report the file.
Module* entry_for(const File& file, bool& is_new) {
  for (Module& module : g_modules) {
    uintptr_t begin = 0;
    is_new = module.begin.compare_exchange_strong(begin, file.begin, std::memory_order_relaxed);
    if (is_new) module.end.store(file.end, std::memory_order_relaxed);
    if (is_new || begin == file.begin) return &module;
  }
  return nullptr;
}

bool is_reported(const void* code) {
  const auto where = reinterpret_cast<uintptr_t>(code);
  for (const Module& module : g_modules) {
    const uintptr_t begin = module.begin.load(std::memory_order_relaxed);
    if (begin == 0) return false;
    // load_reported, which orders all, pairs with the store in report_load().
    if (where >= begin && where < module.end.load(std::memory_order_relaxed))
      return module.load_reported.load(std::memory_order_acquire) != 0;
  }
  return false;
}

void await_report(Module& module) {
  // Pairs with the store in report_load().
  while (module.load_reported.load(std::memory_order_acquire) == 0)
    platform::futex_wait(module.load_reported, 0);
}

void report_load(core::Thread& self, Module& module, const File& file) {
  dispatch<ompt_callback_device_load_t>(
      self, ompt_callback_device_load, core::host_device(), file.name[0] != '\0' ? file.name : nullptr,
      int64_t{0}, reinterpret_cast<void*>(file.first_address), size_t{file.end - file.begin},
      reinterpret_cast<void*>(file.begin), reinterpret_cast<void*>(file.begin), id_of(module));
  // Pairs with the loads in is_reported() and await_report(): device_load has been called.
  module.load_reported.store(1, std::memory_order_release);
  platform::futex_wake(module.load_reported, platform::kWakeAll);
}

void forget(Module& module) {
  module.end.store(0, std::memory_order_relaxed);
  module.load_reported.store(0, std::memory_order_relaxed);
}

uint32_t settled_state() {
  uint32_t state;
  // Pairs with the store in set_state().
  while ((state = g_state.load(std::memory_order_acquire)) == kStarting) platform::futex_wait(g_state, state);
  return state;
}

void set_state(uint32_t state) {
  // Pairs with the loads in settled_state() and introduce_device().
  g_state.store(state, std::memory_order_release);
  platform::futex_wake(g_state, platform::kWakeAll);
}

// Within this scope the tool's use of OpenMP is not reported. For callbacks after the end of its session,
// where startup::Call makes none.
class OwnUse {
 public:
  OwnUse() : self_(core::this_thread_if_known()), outer_(self_ != nullptr ? self_->tools.nesting : 0) {
    set(1);
  }
  ~OwnUse() { set(outer_); }
  OwnUse(const OwnUse&) = delete;
  OwnUse& operator=(const OwnUse&) = delete;

 private:
  void set(uint32_t depth) {
    // Pairs with the load of the mark in startup::await_calls().
    if (self_ != nullptr) std::atomic_ref(self_->tools.nesting).store(depth, std::memory_order_release);
  }
  core::Thread* self_;
  uint32_t outer_;
};

}  // namespace

bool introduce_device(core::Thread& self) {
  // Pairs with the store in set_state().
  uint32_t state = g_state.load(std::memory_order_acquire);
  if (state == kKnown || self.tools.nesting != 0) [[likely]]
    return true;
  // One thread wins; the others read its result in settled_state(), which pairs with set_state().
  if (state == kUnknown && g_state.compare_exchange_strong(state, kStarting, std::memory_order_relaxed)) {
    dispatch<ompt_callback_device_initialize_t>(self, ompt_callback_device_initialize, core::host_device(),
                                                device_type(), trace::host(), &trace::lookup, kDocumentation);
    set_state(kKnown);
    return true;
  }
  return settled_state() == kKnown;
}

void introduce_code(core::Thread& self, const void* code) {
  if (is_reported(code) || self.tools.nesting != 0) return;
  File file;
  if (!find_file(code, file)) return;
  bool is_new = false;
  Module* module = entry_for(file, is_new);
  if (module == nullptr) return;
  if (is_new)
    report_load(self, *module, file);
  else
    await_report(*module);
}

void dismiss_device() {
  uint32_t state = kKnown;
  // Pairs with the store in set_state().
  if (!g_state.compare_exchange_strong(state, kStarting, std::memory_order_acquire)) return;
  const OwnUse own_use;
  trace::end_trace();
  auto unload = callback<ompt_callback_device_unload_t>(ompt_callback_device_unload);
  for (Module& module : g_modules) {
    if (module.begin.exchange(0, std::memory_order_relaxed) == 0) continue;
    forget(module);
    if (unload != nullptr) unload(core::host_device(), id_of(module));
  }
  auto finalize = callback<ompt_callback_device_finalize_t>(ompt_callback_device_finalize);
  if (finalize != nullptr) finalize(core::host_device());
  set_state(kEnded);
}

void renew_device() {
  uint32_t state = kEnded;
  g_state.compare_exchange_strong(state, kUnknown, std::memory_order_relaxed);
}

void forget_device_after_fork() {
  trace::forget_trace_after_fork();
  for (Module& module : g_modules) {
    module.begin.store(0, std::memory_order_relaxed);
    forget(module);
  }
  g_state.store(kUnknown, std::memory_order_relaxed);
}

}  // namespace limpid::tools::ompt5
