// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/module_table.h"

#include <climits>
#include <cstdlib>
#include <cstring>

#include "context/module_image.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kTextBlock = 1 << 16;

void sort_by_address(ModuleRange* ranges, uint32_t count) {
  for (uint32_t i = 1; i < count; ++i) {
    const ModuleRange moved = ranges[i];
    uint32_t j = i;
    for (; j > 0 && ranges[j - 1].begin > moved.begin; --j) ranges[j] = ranges[j - 1];
    ranges[j] = moved;
  }
}

// Absolute path of an object, as far as the loader's name allows.
const char* absolute_path(const dl_phdr_info& info, bool main_program, char (&buffer)[PATH_MAX]) {
  if (main_program) {
    const ssize_t n = readlink("/proc/self/exe", buffer, sizeof buffer - 1);
    buffer[n > 0 ? n : 0] = '\0';
    return buffer;
  }
  const char* name = info.dlpi_name;
  if (name == nullptr || *name == '\0' || std::strncmp(name, "linux-vdso", 10) == 0) return "[vdso]";
  if (*name == '/' || realpath(name, buffer) == nullptr) return name;
  return buffer;
}

}  // namespace

// What dl_iterate_phdr's callbacks work on.
struct ModuleScan {
  ModuleTable* table;
  bool first = true;

  static int look(dl_phdr_info* info, size_t, void* data) {
    auto* t = static_cast<ModuleScan*>(data)->table;
    static_cast<ModuleScan*>(data)->first = info->dlpi_adds != t->adds_ || info->dlpi_subs != t->subs_;
    return 1;
  }
  static int take(dl_phdr_info* info, size_t, void* data) {
    auto* scan = static_cast<ModuleScan*>(data);
    if (scan->first) {
      scan->table->adds_ = info->dlpi_adds;
      scan->table->subs_ = info->dlpi_subs;
    }
    scan->table->note_module(*info, scan->first);
    scan->first = false;
    return 0;
  }
};

bool ModuleTable::changed() {
  ModuleScan scan{this};
  dl_iterate_phdr(&ModuleScan::look, &scan);
  return scan.first;
}

void ModuleTable::refresh() {
  if (busy_.test_and_set(std::memory_order_acquire)) return;
  if (modules_ == nullptr) modules_ = static_cast<Module*>(map_pages(kCapacity * sizeof(Module)));
  if (modules_ != nullptr && (runtime_changed_ || changed())) scan();
  free_retired();
  busy_.clear(std::memory_order_release);
}

void ModuleTable::set_runtime(uint64_t address) {
  runtime_address_ = address;
  runtime_changed_ = true;
  refresh();
}

void ModuleTable::scan() {
  runtime_changed_ = false;
  const uint32_t n = count();
  for (uint32_t i = 0; i < n; ++i) modules_[i].seen = false;
  ModuleScan state{this};
  dl_iterate_phdr(&ModuleScan::take, &state);
  publish();
  drop_unseen();
}

const char* ModuleTable::keep_text(const char* text) {
  const uint64_t bytes = std::strlen(text) + 1;
  if (bytes > text_left_) {
    text_ = static_cast<char*>(map_pages(kTextBlock));
    text_left_ = text_ == nullptr ? 0 : kTextBlock;
    if (bytes > text_left_) return "";
  }
  char* kept = text_;
  std::memcpy(kept, text, bytes);
  text_ += bytes;
  text_left_ -= bytes;
  return kept;
}

Module* ModuleTable::find_known(const dl_phdr_info& info, const char* path, uint64_t begin) {
  const uint32_t n = count();
  for (uint32_t i = 0; i < n; ++i) {
    Module& m = modules_[i];
    if (m.begin == begin && m.bias == info.dlpi_addr && std::strcmp(m.path, path) == 0) return &m;
  }
  return nullptr;
}

// Called with the loader's lock held, so the object stays mapped. Tables of everything but the program itself
// are copied: a library may be unloaded while a handler walks.
void ModuleTable::note_module(const dl_phdr_info& info, bool main_program) {
  char buffer[PATH_MAX];
  const char* path = absolute_path(info, main_program, buffer);
  const ModuleImage image(info);
  if (image.begin == image.end) return;
  Module* m = find_known(info, path, image.begin);
  const uint32_t n = count();
  const bool fresh = m == nullptr;
  if (fresh) {
    if (n == kCapacity) return;
    m = &modules_[n];
    m->path = keep_text(path);
    m->begin = image.begin;
    m->end = image.end;
    m->bias = info.dlpi_addr;
    m->build_id_bytes = image.build_id_bytes;
    std::memcpy(m->build_id, image.build_id, sizeof m->build_id);
    m->load_ns = now_ns();
  }
  m->seen = true;
  m->unload_ns = 0;
  if (m->tables.header_address == 0 && image.tables.header_address != 0) {
    m->tables = image.tables;
    void* copy = main_program ? nullptr : map_pages(image.tables.section.size);
    if (copy != nullptr) {
      std::memcpy(copy, image.tables.section.data, image.tables.section.size);
      m->tables.section.data = static_cast<const uint8_t*>(copy);
      m->copy_bytes = image.tables.section.size;
    } else if (!main_program) {
      m->tables = {};
    }
  }
  if (fresh) count_.store(n + 1, std::memory_order_release);
}

// Untagged addresses belong to the first module of the file that contains them: later ones at the same place
// need a tag.
uint32_t ModuleTable::tag_of(uint32_t index) const {
  const Module& m = modules_[index];
  for (uint32_t i = 0; i < index; ++i) {
    if (modules_[i].begin < m.end && m.begin < modules_[i].end) return index + 1;
  }
  return 0;
}

void ModuleTable::publish() {
  const uint32_t n = count();
  const uint64_t bytes = sizeof(ModuleMap) + n * sizeof(ModuleRange);
  auto* map = static_cast<ModuleMap*>(map_pages(bytes));
  if (map == nullptr) return;
  map->generation = ++generation_;
  map->capacity = static_cast<uint32_t>(bytes);
  const auto self = reinterpret_cast<uint64_t>(&ModuleScan::take);
  for (uint32_t i = 0; i < n; ++i) {
    const Module& m = modules_[i];
    if (!m.seen) continue;
    ModuleRange& range = map->ranges[map->count++];
    range.begin = m.begin;
    range.end = m.end;
    range.tables = m.tables;
    range.tag = tag_of(i);
    const auto holds = [&](uint64_t address) { return address >= m.begin && address < m.end; };
    // A runtime linked into the program cannot be told from it by address: task frames alone must do there.
    range.runtime = (holds(runtime_address_) && i != 0) || holds(self);
  }
  sort_by_address(map->ranges, map->count);
  ModuleMap* old = map_.exchange(map, std::memory_order_seq_cst);
  if (old != nullptr) retire(old, old->capacity);
}

void ModuleTable::drop_unseen() {
  const uint32_t n = count();
  for (uint32_t i = 0; i < n; ++i) {
    Module& m = modules_[i];
    if (m.seen || m.unload_ns != 0) continue;
    m.unload_ns = now_ns();
    if (m.copy_bytes != 0) retire(const_cast<uint8_t*>(m.tables.section.data), m.copy_bytes);
    m.tables = {};
    m.copy_bytes = 0;
  }
}

void ModuleTable::retire(void* memory, uint64_t bytes) {
  if (retired_count_ < kRetiredCapacity) retired_[retired_count_++] = {memory, bytes};  // else: kept for ever
}

// Memory was taken out of the map before it was retired; whoever began to read after that sees the new map
// [modules.read]. So one moment without readers frees all of it.
void ModuleTable::free_retired() {
  if (retired_count_ == 0 || readers_.load(std::memory_order_seq_cst) != 0) return;
  for (uint32_t i = 0; i < retired_count_; ++i) munmap(retired_[i].memory, retired_[i].bytes);
  retired_count_ = 0;
}

}  // namespace limpid::recorder
