// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <link.h>

#include "unwind/eh_frame.h"

namespace limpid::recorder {

// A loaded object file as a stack walk sees it.
struct ModuleRange {
  uint64_t begin = 0, end = 0;
  unwind::UnwindTables tables;
  uint32_t tag = 0;      // id in the file, if the file has an earlier module at these addresses; else 0
  bool runtime = false;  // the OpenMP runtime or this library: its frames are not the user's
};

// One state of the process's modules, sorted by address; never changed after it is published.
struct ModuleMap {
  uint64_t generation;
  uint32_t count;
  uint32_t capacity;
  ModuleRange ranges[1];  // `count` of them

  const ModuleRange* find(uint64_t address) const {
    uint32_t low = 0, high = count;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (ranges[middle].begin <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && address < ranges[low - 1].end ? &ranges[low - 1] : nullptr;
  }
  uint32_t tag(uint64_t address) const {
    const ModuleRange* range = find(address);
    return range == nullptr ? 0 : range->tag;
  }
  bool in_runtime(uint64_t address) const {
    const ModuleRange* range = find(address);
    return range != nullptr && range->runtime;
  }
};

// What is remembered about a module for the profile file.
struct Module {
  uint64_t begin = 0, end = 0, bias = 0;
  uint64_t load_ns = 0, unload_ns = 0;  // CLOCK_MONOTONIC; unload 0: still there
  const char* path = nullptr;
  uint8_t build_id[32] = {};
  uint32_t build_id_bytes = 0;
  unwind::UnwindTables tables;
  uint64_t copy_bytes = 0;  // of tables, when they are a copy
  bool seen = false;        // during a refresh
};

// The process's modules, and the map that handlers read. Refreshed outside handlers, by one thread at a time.
class ModuleTable {
 public:
  static constexpr uint32_t kCapacity = 8192;

  // Holds the current map alive. Async-signal-safe. map() is null before the first refresh.
  class Reader {
   public:
    explicit Reader(ModuleTable& table) : table_(table) {
      table_.readers_.fetch_add(1, std::memory_order_seq_cst);  // [modules.read] before the map is loaded
      map_ = table_.map_.load(std::memory_order_seq_cst);
    }
    ~Reader() { table_.readers_.fetch_sub(1, std::memory_order_release); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    const ModuleMap* map() const { return map_; }

   private:
    ModuleTable& table_;
    const ModuleMap* map_;
  };

  // Looks whether anything was loaded or unloaded since the last call, and if so publishes a new map. Takes
  // the loader's lock: not for handlers. Does nothing when another thread is at it.
  void refresh();

  // Tells which module is the OpenMP runtime: the one with `address`. Refreshes.
  void set_runtime(uint64_t address);

  // For the thread that writes the file: modules 0 .. count() - 1, in order of appearance. The record of a
  // module is stable once it is counted, but for unload_ns and load_ns.
  uint32_t count() const { return count_.load(std::memory_order_acquire); }
  const Module& module(uint32_t index) const { return modules_[index]; }

  // Address inside the OpenMP runtime, 0 if none is known.
  uint64_t runtime_address() const { return runtime_address_; }

  // After fork: the only thread left starts over with the knowledge that there is.
  void reset_after_fork() {
    readers_.store(0, std::memory_order_relaxed);
    busy_.clear();
  }

 private:
  friend struct ModuleScan;
  struct Retired {
    void* memory;
    uint64_t bytes;
  };
  static constexpr uint32_t kRetiredCapacity = 256;

  bool changed();
  void scan();
  void note_module(const dl_phdr_info& info, bool main_program);
  void publish();
  uint32_t tag_of(uint32_t index) const;
  void drop_unseen();
  void retire(void* memory, uint64_t bytes);
  void free_retired();
  Module* find_known(const dl_phdr_info& info, const char* path, uint64_t begin);
  const char* keep_text(const char* text);

  std::atomic_flag busy_;
  std::atomic<int> readers_{0};
  std::atomic<ModuleMap*> map_{nullptr};
  std::atomic<uint32_t> count_{0};
  Module* modules_ = nullptr;
  uint64_t adds_ = 0, subs_ = 0;
  uint64_t generation_ = 0;
  uint64_t runtime_address_ = 0;
  bool runtime_changed_ = false;
  char* text_ = nullptr;
  uint64_t text_left_ = 0;
  Retired retired_[kRetiredCapacity] = {};
  uint32_t retired_count_ = 0;
};

}  // namespace limpid::recorder
