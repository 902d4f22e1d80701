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

// What not every plug-in has: who asks the loader for such a name gets what is in the table, and learns so that there is
// none, too.
using Function = limpid::abi::PluginFunctions::Untouched;

static Function* memcpy2d_of_plugin() {
  return reinterpret_cast<Function*>(limpid_plugin_functions.memcpy2d);
}
static Function* memcpy3d_of_plugin() {
  return reinterpret_cast<Function*>(limpid_plugin_functions.memcpy3d);
}
static Function* get_uid_of_plugin() {
  return limpid_plugin_functions.get_uid;
}
static Function* interop_of_plugin() {
  return limpid_plugin_functions.interop;
}
static Function* get_interop_int_of_plugin() {
  return limpid_plugin_functions.get_interop_int;
}
static Function* get_interop_ptr_of_plugin() {
  return limpid_plugin_functions.get_interop_ptr;
}
static Function* get_interop_str_of_plugin() {
  return limpid_plugin_functions.get_interop_str;
}
static Function* get_interop_type_desc_of_plugin() {
  return limpid_plugin_functions.get_interop_type_desc;
}
static Function* memset_of_plugin() {
  return limpid_plugin_functions.memset;
}
static Function* is_accessible_ptr_of_plugin() {
  return limpid_plugin_functions.is_accessible_ptr;
}
static Function* can_run_of_plugin() {
  return limpid_plugin_functions.can_run;
}
static Function* managed_alloc_of_plugin() {
  return limpid_plugin_functions.managed_alloc;
}
static Function* managed_free_of_plugin() {
  return limpid_plugin_functions.managed_free;
}
static Function* page_locked_host_alloc_of_plugin() {
  return limpid_plugin_functions.page_locked_host_alloc;
}
static Function* page_locked_host_free_of_plugin() {
  return limpid_plugin_functions.page_locked_host_free;
}

void GOMP_OFFLOAD_memcpy2d() __attribute__((ifunc("memcpy2d_of_plugin")));
void GOMP_OFFLOAD_memcpy3d() __attribute__((ifunc("memcpy3d_of_plugin")));
void GOMP_OFFLOAD_get_uid() __attribute__((ifunc("get_uid_of_plugin")));
void GOMP_OFFLOAD_interop() __attribute__((ifunc("interop_of_plugin")));
void GOMP_OFFLOAD_get_interop_int() __attribute__((ifunc("get_interop_int_of_plugin")));
void GOMP_OFFLOAD_get_interop_ptr() __attribute__((ifunc("get_interop_ptr_of_plugin")));
void GOMP_OFFLOAD_get_interop_str() __attribute__((ifunc("get_interop_str_of_plugin")));
void GOMP_OFFLOAD_get_interop_type_desc() __attribute__((ifunc("get_interop_type_desc_of_plugin")));
void GOMP_OFFLOAD_memset() __attribute__((ifunc("memset_of_plugin")));
void GOMP_OFFLOAD_is_accessible_ptr() __attribute__((ifunc("is_accessible_ptr_of_plugin")));
void GOMP_OFFLOAD_can_run() __attribute__((ifunc("can_run_of_plugin")));
void GOMP_OFFLOAD_managed_alloc() __attribute__((ifunc("managed_alloc_of_plugin")));
void GOMP_OFFLOAD_managed_free() __attribute__((ifunc("managed_free_of_plugin")));
void GOMP_OFFLOAD_page_locked_host_alloc() __attribute__((ifunc("page_locked_host_alloc_of_plugin")));
void GOMP_OFFLOAD_page_locked_host_free() __attribute__((ifunc("page_locked_host_free_of_plugin")));
}
