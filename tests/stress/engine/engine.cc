// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An engine as GCC's libgomp is one: devices behind a plug-in, a lock for each, images for all of them. A target region maps
// everything to the device and back.
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "devices.h"

namespace {

class Lock {
 public:
  explicit Lock(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

struct Image {
  unsigned version;
  const void* data;
};

constexpr int kMostImages = 64;
pthread_mutex_t g_images_lock = PTHREAD_MUTEX_INITIALIZER;  // before a device's
Image g_images[kMostImages];
int g_image_count;
pthread_mutex_t g_locks[kDevices] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER};
bool g_initialized[kDevices];
pthread_once_t g_plugin_once = PTHREAD_ONCE_INIT;
void* g_plugin;

template <class Function>
Function* plugin(const char* name) {
  return reinterpret_cast<Function*>(dlsym(g_plugin, name));
}

using Copy = bool(int, void*, const void*, size_t);

void open_plugin() {
  g_plugin = dlopen("libgomp-plugin-nvptx.so.1", RTLD_NOW);
  if (g_plugin == nullptr || plugin<int(uintptr_t)>("GOMP_OFFLOAD_get_num_devices")(0) != kDevices) abort();
}

void load(int device, const Image& image) {
  plugin<int(int, unsigned, const void*, void*)>("GOMP_OFFLOAD_load_image")(device, image.version, image.data,
                                                                            nullptr);
}

void unload(int device, const Image& image) {
  plugin<bool(int, unsigned, const void*)>("GOMP_OFFLOAD_unload_image")(device, image.version, image.data);
}

void initialize(int device) {
  const Lock images(g_images_lock);
  const Lock guard(g_locks[device]);
  if (g_initialized[device]) return;
  if (!plugin<bool(int)>("GOMP_OFFLOAD_init_device")(device)) abort();
  for (int i = 0; i < g_image_count; ++i) load(device, g_images[i]);
  g_initialized[device] = true;
}

bool is_device(int device) {
  return device >= 0 && device < kDevices;
}

}  // namespace

extern "C" {

void GOMP_offload_register_ver(unsigned version, const void*, int, const void* data) {
  const Lock guard(g_images_lock);
  if (g_image_count == kMostImages) abort();
  const Image image = g_images[g_image_count++] = {version, data};
  for (int device = 0; device < kDevices; ++device) {
    const Lock of_device(g_locks[device]);
    if (g_initialized[device]) load(device, image);
  }
}

void GOMP_offload_unregister_ver(unsigned version, const void*, int, const void* data) {
  const Lock guard(g_images_lock);
  for (int device = 0; device < kDevices; ++device) {
    const Lock of_device(g_locks[device]);
    if (g_initialized[device]) unload(device, {version, data});
  }
  for (int i = 0; i < g_image_count; ++i)
    if (g_images[i].data == data) g_images[i] = g_images[--g_image_count];
}

int omp_get_num_devices() {
  pthread_once(&g_plugin_once, open_plugin);
  return kDevices;
}

void* omp_target_alloc(size_t bytes, int device) {
  if (!is_device(device)) return nullptr;
  initialize(device);
  const Lock guard(g_locks[device]);
  return plugin<void*(int, size_t)>("GOMP_OFFLOAD_alloc")(device, bytes);
}

void omp_target_free(void* memory, int device) {
  const Lock guard(g_locks[device]);
  plugin<bool(int, void*)>("GOMP_OFFLOAD_free")(device, memory);
}

int omp_target_memcpy(void* to, const void* from, size_t bytes, size_t, size_t, int to_device,
                      int from_device) {
  const int device = is_device(to_device) ? to_device : from_device;
  initialize(device);
  const Lock guard(g_locks[device]);
  const char* const name = is_device(to_device) ? "GOMP_OFFLOAD_host2dev" : "GOMP_OFFLOAD_dev2host";
  return plugin<Copy>(name)(device, to, from, bytes) ? 0 : 1;
}

int omp_target_memcpy_rect() {
  return 1;
}

int omp_target_is_present(const void*, int device) {
  if (is_device(device)) initialize(device);
  return 0;
}

int omp_target_associate_ptr() {
  return 1;
}
int omp_target_disassociate_ptr() {
  return 1;
}

void GOMP_target_ext(int device, void (*body)(void*), size_t count, void** addresses, size_t* sizes,
                     unsigned short*, unsigned, void**, void** arguments) {
  constexpr size_t kMost = 8;
  void* there[kMost];
  if (!is_device(device) || count > kMost) abort();
  initialize(device);
  for (size_t i = 0; i < count; ++i) {
    there[i] = omp_target_alloc(sizes[i], device);
    omp_target_memcpy(there[i], addresses[i], sizes[i], 0, 0, device, -1);
  }
  plugin<void(int, void*, void*, void**)>("GOMP_OFFLOAD_run")(device, reinterpret_cast<void*>(body), there,
                                                              arguments);
  for (size_t i = 0; i < count; ++i) {
    omp_target_memcpy(addresses[i], there[i], sizes[i], 0, 0, -1, device);
    omp_target_free(there[i], device);
  }
}

void GOMP_target_data_ext() {}
void GOMP_target_end_data() {}
void GOMP_target_update_ext() {}
void GOMP_target_enter_exit_data() {}
}
