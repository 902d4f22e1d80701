// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in of the engine of engine.cc, with what one of GCC 12 has: a device's memory is other memory of the process.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"

extern "C" {

unsigned GOMP_OFFLOAD_version() {
  return 0;
}
const char* GOMP_OFFLOAD_get_name() {
  return "stress";
}
unsigned GOMP_OFFLOAD_get_caps() {
  return 0;
}
int GOMP_OFFLOAD_get_type() {
  return 5;
}
int GOMP_OFFLOAD_get_num_devices() {
  return kDevices;
}
bool GOMP_OFFLOAD_init_device(int) {
  return true;
}
bool GOMP_OFFLOAD_fini_device(int) {
  return true;
}
int GOMP_OFFLOAD_load_image() {
  return 0;
}
bool GOMP_OFFLOAD_unload_image() {
  return true;
}
void* GOMP_OFFLOAD_alloc(int, size_t bytes) {
  return malloc(bytes);
}
bool GOMP_OFFLOAD_free(int, void* memory) {
  free(memory);
  return true;
}
bool GOMP_OFFLOAD_dev2host(int, void* to, const void* from, size_t bytes) {
  if (bytes != 0) memcpy(to, from, bytes);
  return true;
}
bool GOMP_OFFLOAD_host2dev(int device, void* to, const void* from, size_t bytes) {
  return GOMP_OFFLOAD_dev2host(device, to, from, bytes);
}
bool GOMP_OFFLOAD_dev2dev(int device, void* to, const void* from, size_t bytes) {
  return GOMP_OFFLOAD_dev2host(device, to, from, bytes);
}
void GOMP_OFFLOAD_run(int, void* function, void* variables, void**) {
  reinterpret_cast<void (*)(void*)>(function)(variables);
}
}
