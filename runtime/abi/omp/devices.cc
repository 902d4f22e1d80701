// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device information routines (OpenMP 5.1, section 3.7; device identifiers: 6.0).
#include <stdint.h>
#include <string.h>

#include "abi/kmp/offload.h"
#include "abi/omp/fortran.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/icv/devices.h"
#include "core/icv/icv.h"

using namespace limpid;

namespace {

// The name of the host among devices of all kinds, as in GCC's library.
constexpr char kHostUid[] = "OMP_INITIAL_DEVICE";

using UidOfDevice = const char* (*)(int);
using DeviceOfUid = int (*)(const char*);

const char* uid_of(int64_t device) {
  const int number = abi::int_of(device);
  if (number == abi::count_devices() || number == core::kInitialDevice) return kHostUid;
  const auto ask = reinterpret_cast<UidOfDevice>(abi::library_routine("omp_get_uid_from_device"));
  return ask != nullptr ? ask(number) : nullptr;
}

// uid: zero-terminated.
int device_with_uid(const char* uid) {
  if (strcmp(uid, kHostUid) == 0) return abi::count_devices();
  const auto ask = reinterpret_cast<DeviceOfUid>(abi::library_routine("omp_get_device_from_uid"));
  return ask != nullptr ? ask(uid) : core::kInvalidDevice;
}

// No device has a longer name.
constexpr size_t kMaxUid = 256;

// The same for a Fortran text, which ends with blanks.
int device_with_text(const char* text, size_t length) {
  char uid[kMaxUid];
  length = abi::trimmed_length(text, length);
  if (length >= sizeof uid) return core::kInvalidDevice;
  memcpy(uid, text, length);
  uid[length] = '\0';
  return device_with_uid(uid);
}

// The library's devices exist even if OMP_TARGET_OFFLOAD=mandatory found none when the process began.
int default_device() {
  const int device = core::this_thread().task->icvs.default_device;
  const core::GlobalIcvs& icvs = core::global_icvs();
  const bool settled =
      device == core::kInvalidDevice && icvs.target_offload == core::TargetOffload::kMandatory;
  return settled && abi::has_device_library() ? icvs.wanted_device : device;
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
  return abi::count_devices();
}
int omp_get_initial_device() {
  return abi::count_devices();
}
int omp_get_device_num() {
  return abi::count_devices();
}
int omp_is_initial_device() {
  return 1;
}
int omp_get_default_device() {
  return default_device();
}
void omp_set_default_device(int device) {
  set_default_device(device);
}
const char* omp_get_uid_from_device(int device) {
  return uid_of(device);
}
int omp_get_device_from_uid(const char* uid) {
  return uid != nullptr ? device_with_uid(uid) : core::kInvalidDevice;
}

int32_t omp_get_num_devices_() {
  return abi::count_devices();
}
int32_t omp_get_initial_device_() {
  return abi::count_devices();
}
int32_t omp_get_device_num_() {
  return abi::count_devices();
}
int32_t omp_is_initial_device_() {
  return 1;
}
int32_t omp_get_default_device_() {
  return default_device();
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
  return device_with_text(uid, length);
}
}
