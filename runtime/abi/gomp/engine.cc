// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens GCC's own libgomp beside this runtime, between it and its plug-in our stand-in for that plug-in.
#include "abi/gomp/engine.h"

#include <stdio.h>
#include <string.h>

#include <initializer_list>

#include "abi/gomp/plugin_taps.h"
#include "abi/kmp/offload.h"
#include "base/check.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/device/devices.h"
#include "core/device/target.h"
#include "core/icv/devices.h"
#include "core/icv/icv.h"
#include "platform/hidden_environment.h"
#include "platform/other_library.h"
#include "sync/mutex.h"

namespace limpid::abi {
namespace {

using platform::FilePath;

constexpr char kEngine[] = "libgomp.so.1";
constexpr char kPlugin[] = "libgomp-plugin-nvptx.so.1";
constexpr char kDocumentation[] = "A device of GCC's libgomp, whose operations are not known.";
constexpr char kStandIn[] = "limpid/libgomp-plugin-nvptx.so.1";

enum class Presence : uint8_t { unknown, absent, present };
constinit std::atomic<Presence> g_presence{Presence::unknown};
constinit sync::Mutex g_opening;
constinit Engine g_engine = {};
constinit std::atomic<void*> g_library{nullptr};
constinit std::atomic<uint64_t> g_ready{0};  // bit n: device n is initialized

bool begins(const char* text, const char* with) {
  return strncmp(text, with, strlen(with)) == 0;
}

bool name_ends(const char* entry, const char* with) {
  const char* const end = strchr(entry, '=');
  const size_t length = strlen(with);
  return end != nullptr && static_cast<size_t>(end - entry) >= length &&
         strncmp(end - length, with, length) == 0;
}

// At its start libgomp binds the thread that loads it, prints OMP_DISPLAY_ENV's table and complains of wrong values:
// all of this is this runtime's task, which has done it. What is about devices it may know.
bool hides(const char* entry) {
  if (!begins(entry, "OMP_") && !begins(entry, "GOMP_")) return false;
  for (const char* const kept : {"OMP_TARGET_OFFLOAD=", "OMP_NUM_TEAMS", "OMP_TEAMS_THREAD_LIMIT",
                                 "OMP_DEFAULT_DEVICE=", "GOMP_DEBUG=", "GOMP_NVPTX_"})
    if (begins(entry, kept)) return false;
  return !name_ends(entry, "_DEV") && !name_ends(entry, "_ALL");
}

bool find_engine(FilePath& path) {
  const char* const wanted = core::global_icvs().engine_gcc;
  if (wanted == nullptr) return platform::find_other_library(kEngine, &g_engine, path);
  return snprintf(path.text, sizeof path.text, "%s", wanted) > 0;
}

bool same_file(const FilePath& one, const FilePath& other) {
  return strcmp(one.text, other.text) == 0;
}

// GCC's plug-in is where that libgomp is, or where the loader finds it.
bool find_plugin(const FilePath& engine, const FilePath& stand_in, FilePath& path) {
  if (platform::find_beside(engine.text, kPlugin, path) && !same_file(path, stand_in)) return true;
  return platform::find_other_library(kPlugin, &g_engine, path) && !same_file(path, stand_in);
}

// The stand-in is opened first: when libgomp asks for a plug-in of this name, the loader gives it the first one
// that has it. A plug-in of a release that has more than the stand-in knows goes without it. False: there is no plug-in.
bool open_plugin(const FilePath& path, const FilePath& stand_in) {
  void* const first = platform::open_library(stand_in.text);
  void* const plugin = platform::open_library(path.text);
  const bool tapped = plugin != nullptr && first != nullptr && tap_plugin(plugin, first);
  if (first != nullptr && !tapped) platform::close_library(first);
  return plugin != nullptr;
}

template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(platform::function_of(library, name));
  return function != nullptr;
}

// This runtime has all of these names itself, and must not be its own engine.
bool is_own_kind(void* library) {
  return platform::function_of(library, "ompt_libomp_connect") != nullptr;
}

bool find_routines(void* library, Engine& engine) {
  if (is_own_kind(library)) return false;
  find(library, "omp_target_is_accessible", engine.is_accessible);
  find(library, "omp_get_mapped_ptr", engine.mapped);
  return find(library, "GOMP_offload_register_ver", engine.images.add) &&
         find(library, "GOMP_offload_unregister_ver", engine.images.remove) &&
         find(library, "omp_get_num_devices", engine.count) &&
         find(library, "GOMP_target_ext", engine.target) &&
         find(library, "GOMP_target_data_ext", engine.begin_data) &&
         find(library, "GOMP_target_end_data", engine.end_data) &&
         find(library, "GOMP_target_update_ext", engine.update) &&
         find(library, "GOMP_target_enter_exit_data", engine.enter_exit_data) &&
         find(library, "omp_target_is_present", engine.is_present) &&
         find(library, "omp_target_associate_ptr", engine.associate) &&
         find(library, "omp_target_disassociate_ptr", engine.disassociate) &&
         find(library, "omp_target_alloc", engine.memory.allocate) &&
         find(library, "omp_target_free", engine.memory.free) &&
         find(library, "omp_target_memcpy", engine.memory.copy) &&
         find(library, "omp_target_memcpy_rect", engine.memory.copy_rectangle);
}

void* load_engine(const FilePath& path) {
  const platform::HiddenEnvironment hidden(hides);
  return platform::open_library(path.text);
}

void refuse(const char* path) {
  if (core::global_icvs().engine_gcc == nullptr) return;
  base::warn(
      "LIMPID_ENGINE_GCC=\"%s\": expected the path of GCC's libgomp.so.1, of GCC 12 or later; "
      "device constructs run on the host",
      path);
}

// The loader is asked without a lock: it gives several threads the same.
bool load(Engine& engine) {
  FilePath path, plugin, own, stand_in = {};
  if (!platform::path_of_library(&g_engine, own)) return false;
  if (!platform::find_beside(own.text, kStandIn, stand_in)) stand_in.text[0] = '\0';
  if (!find_engine(path) || !find_plugin(path, stand_in, plugin) || !open_plugin(plugin, stand_in))
    return false;
  void* const library = load_engine(path);
  if (library != nullptr && find_routines(library, engine)) {
    g_library.store(library, std::memory_order_relaxed);
    return true;
  }
  refuse(path.text);
  return false;
}

bool may_offload() {
  const core::GlobalIcvs& icvs = core::global_icvs();
  const bool none = icvs.engine_gcc != nullptr && *icvs.engine_gcc == '\0';
  return !none && icvs.target_offload != core::TargetOffload::kDisabled && !has_device_library();
}

Presence open_engine() {
  core::this_thread();  // the tool starts before the devices, and ends after them
  Engine engine = {};
  const bool loaded = may_offload() && load(engine);
  const sync::MutexGuard guard(g_opening);
  const Presence known = g_presence.load(std::memory_order_relaxed);
  if (known != Presence::unknown) return known;
  Presence presence = Presence::absent;
  if (loaded) {
    g_engine = engine;
    hand_images_to(g_engine.images);
    const int devices = g_engine.count();
    if (devices > 0) {
      g_engine.states_operations = plugin_is_tapped();
      core::set_num_devices(devices);
      core::set_engine_memory(g_engine.memory);
      presence = Presence::present;
    }
  }
  // [engine.opened] g_engine is valid for who reads it.
  g_presence.store(presence, std::memory_order_release);
  return presence;
}

int32_t default_device(const core::Thread& self) {
  const int32_t device = self.task->icvs.default_device;
  return device == core::kInvalidDevice ? core::global_icvs().wanted_device : device;
}

// Any routine that looks at the device initializes it.
void make_ready(core::Thread& self, int32_t device) {
  const uint64_t bit = device < 64 ? uint64_t{1} << device : 0;
  // The relaxed load is enough: libgomp has a lock for each device.
  if ((g_ready.load(std::memory_order_relaxed) & bit) != 0) return;
  g_engine.is_present(&g_engine, device);
  if (!g_engine.states_operations)
    core::begin_device(self, {device, core::Engine::gcc, "GCC's libgomp", kDocumentation, nullptr, device});
  g_ready.fetch_or(bit, std::memory_order_relaxed);
}

}  // namespace

void* function_of_engine(const char* name) {
  void* const library = g_library.load(std::memory_order_relaxed);
  return library != nullptr ? platform::function_of(library, name) : nullptr;
}

const Engine* engine_slowly() {
  Presence presence = g_presence.load(std::memory_order_acquire);  // [engine.opened]
  if (presence == Presence::unknown) [[unlikely]]
    presence = open_engine();
  return presence == Presence::present ? &g_engine : nullptr;
}

int32_t count_engine_devices() {
  return engine() != nullptr ? core::num_devices() : 0;
}

int32_t engine_device(core::Thread& self, int32_t number) {
  if (engine() == nullptr) return core::kHostItself;
  if (number == core::kDefaultDevice) number = default_device(self);
  if (number < 0 || number >= core::num_devices()) return core::kHostItself;
  make_ready(self, number);
  return number;
}

}  // namespace limpid::abi
