// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device information routines (OpenMP 5.1, section 3.7; device identifiers: 6.0).
#include <stdint.h>
#include <string.h>

#include "abi/omp/fortran.h"
#include "core/icv/devices.h"
#include "core/task/task.h"
#include "core/team/thread.h"

using namespace limpid;

namespace {

// What names the host among devices of all kinds, as in GCC's library.
constexpr char kHostUid[] = "OMP_INITIAL_DEVICE";

const char* uid_of(int64_t device) {
  return core::is_host(abi::int_of(device)) ? kHostUid : nullptr;
}

int device_with_uid(const char* uid, size_t length) {
  const bool host = length == sizeof kHostUid - 1 && memcmp(uid, kHostUid, length) == 0;
  return host ? core::kHostDevice : core::kInvalidDevice;
}

// A Fortran function whose result is a character pointer gets the addresses of pointer and length first.
void return_text(const char* text, const char** result, size_t* length) {
  *result = text;
  *length = text != nullptr ? strlen(text) : 0;
}

void set_default_device(int64_t device) {
  core::this_thread().task->icvs.default_device = abi::int_of(device);
}

}  // namespace

extern "C" {

int omp_get_num_devices() {
  return core::kNumDevices;
}
int omp_get_initial_device() {
  return core::kHostDevice;
}
int omp_get_device_num() {
  return core::kHostDevice;
}
int omp_is_initial_device() {
  return 1;
}
int omp_get_default_device() {
  return core::this_thread().task->icvs.default_device;
}
void omp_set_default_device(int device) {
  set_default_device(device);
}
const char* omp_get_uid_from_device(int device) {
  return uid_of(device);
}
int omp_get_device_from_uid(const char* uid) {
  return uid != nullptr ? device_with_uid(uid, strlen(uid)) : core::kInvalidDevice;
}

int32_t omp_get_num_devices_() {
  return core::kNumDevices;
}
int32_t omp_get_initial_device_() {
  return core::kHostDevice;
}
int32_t omp_get_device_num_() {
  return core::kHostDevice;
}
int32_t omp_is_initial_device_() {
  return 1;
}
int32_t omp_get_default_device_() {
  return omp_get_default_device();
}
void omp_set_default_device_(const int32_t* device) {
  set_default_device(*device);
}
void omp_set_default_device_8_(const int64_t* device) {
  set_default_device(*device);
}
void omp_get_uid_from_device_(const char** result, size_t* length, int32_t device) {
  return_text(uid_of(device), result, length);
}
void omp_get_uid_from_device_8_(const char** result, size_t* length, int64_t device) {
  return_text(uid_of(device), result, length);
}
int32_t omp_get_device_from_uid_(const char* uid, size_t length) {
  return device_with_uid(uid, abi::trimmed_length(uid, length));
}
}
