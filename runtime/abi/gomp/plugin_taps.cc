// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits what GCC's libgomp has its plug-in do: on the thread of the construct or routine, before it returns.
#include "abi/gomp/plugin_taps.h"

#include <string.h>

#include <atomic>

#include "abi/gomp/plugin_functions.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/device/construct.h"
#include "core/device/data_operation.h"
#include "core/device/devices.h"
#include "platform/exported_names.h"
#include "platform/other_library.h"
#include "sync/mutex.h"

namespace limpid::abi {
namespace {

using core::DataOperation;
using events::DataOp;

constinit PluginFunctions g_plugin = {};
// Several threads may open the engine at once, and have the same plug-in: the first one writes g_plugin and the
// stand-in's table. No loader call under it.
constinit sync::Mutex g_tapping;
constinit std::atomic<bool> g_asked{false};

// OpenACC needs more functions than there are in the stand-in, and its programs have no entry point here.
constexpr unsigned kOpenAccCapability = 8;

constexpr char kDocumentation[] =
    "A device of GCC's libgomp, which executes each operation before it returns: the begin and the end of an "
    "operation enclose it.";

// The device that the plug-in has made the calling thread's current one in the driver; -1: none yet. It does so for
// operations on memory, but not before a kernel and a copy within the device: a thread that has done nothing else
// there (libgomp itself has one thread for a target task) could not launch. Copying nothing does it, too.
constinit thread_local int t_current = -1;

void make_current(int device) {
  if (t_current != device) g_plugin.host2dev(device, nullptr, nullptr, 0);
  t_current = device;
}

unsigned get_caps() {
  return g_plugin.get_caps() & ~kOpenAccCapability;
}

int get_num_devices(uintptr_t requirements) {
  g_asked.store(true, std::memory_order_relaxed);
  return g_plugin.get_num_devices(requirements);
}

// The plug-in numbers its devices as the driver does, and libgomp those of its first plug-in likewise.
bool init_device(int device) {
  if (!g_plugin.init_device(device)) return false;
  t_current = device;
  core::begin_device(core::this_thread(),
                     {device, core::Engine::gcc, g_plugin.get_name(), kDocumentation, nullptr, device});
  return true;
}

bool fini_device(int device) {
  core::end_device(core::this_thread(), device);
  t_current = -1;
  return g_plugin.fini_device(device);
}

// As mkoffload writes an image for nvptx; the names behind the texts are of no interest here.
struct NvptxImage {
  struct Text {
    const char* begin;
    size_t bytes;
  };
  const Text* texts;
  unsigned count;
};

core::ModuleFacts module_of(const void* image) {
  const auto& nvptx = *static_cast<const NvptxImage*>(image);
  size_t bytes = 0;
  for (unsigned i = 0; i < nvptx.count; ++i) bytes += nvptx.texts[i].bytes;
  return {const_cast<void*>(image), nullptr, bytes};
}

int load_image(int device, unsigned version, const void* image, uintptr_t a, uintptr_t b, uintptr_t c,
               uintptr_t d, uintptr_t e) {
  t_current = device;
  const int loaded = g_plugin.load_image(device, version, image, a, b, c, d, e);
  if (loaded >= 0) core::load_module(core::this_thread(), device, module_of(image));
  return loaded;
}

bool unload_image(int device, unsigned version, const void* image) {
  core::unload_module(core::this_thread(), device, image);
  return g_plugin.unload_image(device, version, image);
}

// A routine that does not wait has its operations in a target task of its own.
DataOperation::Spec operation(const core::Thread& self, DataOp kind) {
  const bool async = self.target.construct == nullptr && self.task->kind == core::TaskKind::target;
  return {kind, async, nullptr, nullptr, 0};
}

void* alloc(int device, size_t bytes) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = operation(self, DataOp::allocate);
  spec.bytes = bytes;
  spec.destination_device = device;
  DataOperation stated(self, spec);
  t_current = device;
  void* const memory = g_plugin.alloc(device, bytes);
  stated.set_destination(memory);
  return memory;
}

bool free_memory(int device, void* memory) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = operation(self, DataOp::release);
  spec.source = memory;
  spec.source_device = device;
  const DataOperation stated(self, spec);
  t_current = device;
  return g_plugin.free(device, memory);
}

DataOperation::Spec copy(const core::Thread& self, DataOp kind, void* destination, const void* source,
                         size_t bytes) {
  DataOperation::Spec spec = operation(self, kind);
  spec.destination = destination;
  spec.source = source;
  spec.bytes = bytes;
  return spec;
}

bool dev2host(int device, void* destination, const void* source, size_t bytes) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = copy(self, DataOp::from_device, destination, source, bytes);
  spec.source_device = device;
  const DataOperation stated(self, spec);
  t_current = device;
  return g_plugin.dev2host(device, destination, source, bytes);
}

bool host2dev(int device, void* destination, const void* source, size_t bytes) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = copy(self, DataOp::to_device, destination, source, bytes);
  spec.destination_device = device;
  const DataOperation stated(self, spec);
  t_current = device;
  return g_plugin.host2dev(device, destination, source, bytes);
}

// OpenMP 5.1 has no kind for it; to a device is what it is seen from the program.
bool dev2dev(int device, void* destination, const void* source, size_t bytes) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = copy(self, DataOp::to_device, destination, source, bytes);
  spec.source_device = device;
  spec.destination_device = device;
  make_current(device);
  const DataOperation stated(self, spec);
  return g_plugin.dev2dev(device, destination, source, bytes);
}

// A block of an array is copied. One that the plug-in then refuses, and libgomp copies in parts, has been told as well. Which device
// the plug-in makes the current one is its choice.
DataOperation::Spec block_copy(const core::Thread& self, int to, int from, size_t bytes) {
  DataOperation::Spec spec = operation(self, to < 0 ? DataOp::from_device : DataOp::to_device);
  spec.bytes = bytes;
  if (to >= 0) spec.destination_device = to;
  if (from >= 0) spec.source_device = from;
  t_current = -1;
  return spec;
}

char* within(const void* array, size_t offset) {
  return static_cast<char*>(const_cast<void*>(array)) + offset;
}

int memcpy2d(int to, int from, size_t row_bytes, size_t rows, void* destination, size_t to_byte,
             size_t to_row, size_t to_pitch, const void* source, size_t from_byte, size_t from_row,
             size_t from_pitch) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = block_copy(self, to, from, rows * row_bytes);
  spec.destination = within(destination, to_row * to_pitch + to_byte);
  spec.source = within(source, from_row * from_pitch + from_byte);
  const DataOperation stated(self, spec);
  return g_plugin.memcpy2d(to, from, row_bytes, rows, destination, to_byte, to_row, to_pitch, source,
                           from_byte, from_row, from_pitch);
}

int memcpy3d(int to, int from, size_t row_bytes, size_t rows, size_t planes, void* destination,
             size_t to_byte, size_t to_row, size_t to_plane, size_t to_pitch, size_t to_rows,
             const void* source, size_t from_byte, size_t from_row, size_t from_plane, size_t from_pitch,
             size_t from_rows) {
  core::Thread& self = core::this_thread();
  DataOperation::Spec spec = block_copy(self, to, from, planes * rows * row_bytes);
  spec.destination = within(destination, (to_plane * to_rows + to_row) * to_pitch + to_byte);
  spec.source = within(source, (from_plane * from_rows + from_row) * from_pitch + from_byte);
  const DataOperation stated(self, spec);
  return g_plugin.memcpy3d(to, from, row_bytes, rows, planes, destination, to_byte, to_row, to_plane,
                           to_pitch, to_rows, source, from_byte, from_row, from_plane, from_pitch, from_rows);
}

void run(int device, void* function, void* variables, void** arguments) {
  make_current(device);
  core::DeviceConstruct* const construct = core::this_thread().target.construct;
  if (construct == nullptr) return g_plugin.run(device, function, variables, arguments);
  construct->submit(construct->requested_teams());
  g_plugin.run(device, function, variables, arguments);
  construct->complete(construct->requested_teams(), 0);
}

template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(platform::function_of(library, name));
  return function != nullptr;
}

bool find_all(void* library, PluginFunctions& found) {
  return find(library, "GOMP_OFFLOAD_version", found.version) &&
         find(library, "GOMP_OFFLOAD_get_name", found.get_name) &&
         find(library, "GOMP_OFFLOAD_get_caps", found.get_caps) &&
         find(library, "GOMP_OFFLOAD_get_type", found.get_type) &&
         find(library, "GOMP_OFFLOAD_get_num_devices", found.get_num_devices) &&
         find(library, "GOMP_OFFLOAD_init_device", found.init_device) &&
         find(library, "GOMP_OFFLOAD_fini_device", found.fini_device) &&
         find(library, "GOMP_OFFLOAD_load_image", found.load_image) &&
         find(library, "GOMP_OFFLOAD_unload_image", found.unload_image) &&
         find(library, "GOMP_OFFLOAD_alloc", found.alloc) && find(library, "GOMP_OFFLOAD_free", found.free) &&
         find(library, "GOMP_OFFLOAD_dev2host", found.dev2host) &&
         find(library, "GOMP_OFFLOAD_host2dev", found.host2dev) &&
         find(library, "GOMP_OFFLOAD_dev2dev", found.dev2dev) && find(library, "GOMP_OFFLOAD_run", found.run);
}

void find_later(void* library, PluginFunctions& found) {
  find(library, "GOMP_OFFLOAD_memcpy2d", found.memcpy2d);
  find(library, "GOMP_OFFLOAD_memcpy3d", found.memcpy3d);
  find(library, "GOMP_OFFLOAD_get_uid", found.get_uid);
  find(library, "GOMP_OFFLOAD_interop", found.interop);
  find(library, "GOMP_OFFLOAD_get_interop_int", found.get_interop_int);
  find(library, "GOMP_OFFLOAD_get_interop_ptr", found.get_interop_ptr);
  find(library, "GOMP_OFFLOAD_get_interop_str", found.get_interop_str);
  find(library, "GOMP_OFFLOAD_get_interop_type_desc", found.get_interop_type_desc);
  find(library, "GOMP_OFFLOAD_memset", found.memset);
  find(library, "GOMP_OFFLOAD_is_accessible_ptr", found.is_accessible_ptr);
  find(library, "GOMP_OFFLOAD_can_run", found.can_run);
  find(library, "GOMP_OFFLOAD_managed_alloc", found.managed_alloc);
  find(library, "GOMP_OFFLOAD_managed_free", found.managed_free);
  find(library, "GOMP_OFFLOAD_page_locked_host_alloc", found.page_locked_host_alloc);
  find(library, "GOMP_OFFLOAD_page_locked_host_free", found.page_locked_host_free);
}

// A function of a later release may do what is to be told, or take the place of one that is known.
bool is_known(const char* name, void* stand_in) {
  constexpr char kPrefix[] = "GOMP_OFFLOAD_", kOpenAcc[] = "GOMP_OFFLOAD_openacc_";
  return strncmp(name, kPrefix, sizeof kPrefix - 1) != 0 ||
         strncmp(name, kOpenAcc, sizeof kOpenAcc - 1) == 0 ||
         platform::function_of(stand_in, name) != nullptr;
}

PluginFunctions taps_of(const PluginFunctions& plugin) {
  PluginFunctions taps = plugin;
  taps.get_caps = get_caps;
  taps.get_num_devices = get_num_devices;
  taps.init_device = init_device;
  taps.fini_device = fini_device;
  taps.load_image = load_image;
  taps.unload_image = unload_image;
  taps.alloc = alloc;
  taps.free = free_memory;
  taps.dev2host = dev2host;
  taps.host2dev = host2dev;
  taps.dev2dev = dev2dev;
  taps.run = run;
  if (plugin.memcpy2d != nullptr) taps.memcpy2d = memcpy2d;
  if (plugin.memcpy3d != nullptr) taps.memcpy3d = memcpy3d;
  return taps;
}

}  // namespace

bool tap_plugin(void* plugin, void* stand_in) {
  auto* const table = static_cast<PluginFunctions*>(platform::function_of(stand_in, kPluginFunctionsName));
  PluginFunctions found = {};
  if (table == nullptr || !find_all(plugin, found)) return false;
  find_later(plugin, found);
  const auto* const inside = reinterpret_cast<const void*>(found.version);
  if (!platform::every_exported_name(inside, is_known, stand_in)) return false;
  const sync::MutexGuard guard(g_tapping);
  if (g_plugin.version != nullptr) return true;
  g_plugin = found;
  *table = taps_of(found);
  return true;
}

bool plugin_is_tapped() {
  return g_asked.load(std::memory_order_relaxed);
}

}  // namespace limpid::abi
