// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in of GCC's libgomp by name, which calls what the runtime has put in its table.
#include "abi/gomp/plugin_functions.h"

extern "C" {

limpid::abi::PluginFunctions limpid_plugin_functions = {};

unsigned GOMP_OFFLOAD_version() {
  return limpid_plugin_functions.version();
}
const char* GOMP_OFFLOAD_get_name() {
  return limpid_plugin_functions.get_name();
}
unsigned GOMP_OFFLOAD_get_caps() {
  return limpid_plugin_functions.get_caps();
}
int GOMP_OFFLOAD_get_type() {
  return limpid_plugin_functions.get_type();
}
int GOMP_OFFLOAD_get_num_devices(uintptr_t requirements) {
  return limpid_plugin_functions.get_num_devices(requirements);
}
bool GOMP_OFFLOAD_init_device(int device) {
  return limpid_plugin_functions.init_device(device);
}
bool GOMP_OFFLOAD_fini_device(int device) {
  return limpid_plugin_functions.fini_device(device);
}
int GOMP_OFFLOAD_load_image(int device, unsigned version, const void* image, uintptr_t a, uintptr_t b,
                            uintptr_t c, uintptr_t d, uintptr_t e) {
  return limpid_plugin_functions.load_image(device, version, image, a, b, c, d, e);
}
bool GOMP_OFFLOAD_unload_image(int device, unsigned version, const void* image) {
  return limpid_plugin_functions.unload_image(device, version, image);
}
void* GOMP_OFFLOAD_alloc(int device, size_t bytes) {
  return limpid_plugin_functions.alloc(device, bytes);
}
bool GOMP_OFFLOAD_free(int device, void* memory) {
  return limpid_plugin_functions.free(device, memory);
}
bool GOMP_OFFLOAD_dev2host(int device, void* destination, const void* source, size_t bytes) {
  return limpid_plugin_functions.dev2host(device, destination, source, bytes);
}
bool GOMP_OFFLOAD_host2dev(int device, void* destination, const void* source, size_t bytes) {
  return limpid_plugin_functions.host2dev(device, destination, source, bytes);
}
bool GOMP_OFFLOAD_dev2dev(int device, void* destination, const void* source, size_t bytes) {
  return limpid_plugin_functions.dev2dev(device, destination, source, bytes);
}
void GOMP_OFFLOAD_run(int device, void* function, void* variables, void** arguments) {
  limpid_plugin_functions.run(device, function, variables, arguments);
}
}
