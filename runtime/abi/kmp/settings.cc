// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kmp_ settings of Intel's and Clang's compilers, as far as they apply here.
// All of them are hints about future threads, so an invalid value stands for the nearest valid one.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "abi/omp/fortran.h"
#include "base/check.h"
#include "core/data/team_spin_policy.h"
#include "core/icv/device_icvs.h"
#include "core/icv/icv.h"
#include "core/team/library_mode.h"
#include "core/team/registry.h"
#include "platform/os_thread.h"

using namespace limpid;
using core::LibraryMode;

namespace {

// Puts "NAME=value" pieces, separated by '|', into the environment. Changes nothing once the environment has
// been read.
void set_defaults(const char* text, size_t length) {
  if (core::global_icvs().complete) {
    base::warn("kmp_set_defaults(\"%.*s\"): too late, OpenMP is in use; nothing changes",
               static_cast<int>(length), text);
    return;
  }
  char* const copy = strndup(text, length);
  char* rest = nullptr;
  for (char* piece = copy != nullptr ? strtok_r(copy, "|", &rest) : nullptr; piece != nullptr;
       piece = strtok_r(nullptr, "|", &rest)) {
    char* const equals = strchr(piece, '=');
    if (equals == nullptr) {
      base::warn("kmp_set_defaults: \"%s\": expected NAME=value", piece);
      continue;
    }
    *equals = '\0';
    setenv(piece, equals + 1, 1);
  }
  free(copy);
}

size_t stack_bytes() {
  core::this_thread();
  const size_t asked = core::stacksize_var();
  return asked != 0 ? asked : platform::default_stack_bytes();
}

}  // namespace

extern "C" {

size_t kmp_get_stacksize_s() {
  return stack_bytes();
}
void kmp_set_stacksize_s(size_t bytes) {
  core::this_thread();  // or the environment, read later, would override this
  core::set_stacksize_var(bytes);
}
int kmp_get_stacksize() {
  return abi::int_of(static_cast<int64_t>(stack_bytes()));
}
void kmp_set_stacksize(int bytes) {
  if (bytes >= 0) kmp_set_stacksize_s(static_cast<size_t>(bytes));
}

int kmp_get_blocktime() {
  core::this_thread();
  return core::block_time();
}
void kmp_set_blocktime(int milliseconds) {
  core::set_block_time(core::this_thread(), milliseconds > 0 ? milliseconds : 0);
}

int kmp_get_library() {
  core::this_thread();
  return static_cast<int>(core::library_mode());
}
void kmp_set_library(int mode) {
  if (mode < static_cast<int>(LibraryMode::kSerial) || mode > static_cast<int>(LibraryMode::kThroughput)) {
    base::warn("kmp_set_library(%d): expected 1 (serial), 2 (turnaround) or 3 (throughput); nothing changes",
               mode);
    return;
  }
  core::set_library_mode(core::this_thread(), static_cast<LibraryMode>(mode));
}
void kmp_set_library_serial() {
  core::set_library_mode(core::this_thread(), LibraryMode::kSerial);
}
void kmp_set_library_turnaround() {
  core::set_library_mode(core::this_thread(), LibraryMode::kTurnaround);
}
void kmp_set_library_throughput() {
  core::set_library_mode(core::this_thread(), LibraryMode::kThroughput);
}

void kmp_set_defaults(const char* text) {
  set_defaults(text, strlen(text));
}
// The number of loops in flight that a team has slots for; here teams wait for a slot, whatever the number.
void kmp_set_disp_num_buffers(int) {}

void kmp_set_warnings_on() {
  base::set_warnings(true);
}
void kmp_set_warnings_off() {
  base::set_warnings(false);
}

int kmp_get_num_known_threads() {
  return static_cast<int>(core::live_threads());
}

size_t kmp_get_stacksize_s_() {
  return stack_bytes();
}
void kmp_set_stacksize_s_(const size_t* bytes) {
  kmp_set_stacksize_s(*bytes);
}
int32_t kmp_get_stacksize_() {
  return kmp_get_stacksize();
}
void kmp_set_stacksize_(const int32_t* bytes) {
  kmp_set_stacksize(*bytes);
}
int32_t kmp_get_blocktime_() {
  return kmp_get_blocktime();
}
void kmp_set_blocktime_(const int32_t* milliseconds) {
  kmp_set_blocktime(*milliseconds);
}
int32_t kmp_get_library_() {
  return kmp_get_library();
}
void kmp_set_library_(const int32_t* mode) {
  kmp_set_library(*mode);
}
void kmp_set_defaults_(const char* text, size_t length) {
  set_defaults(text, abi::trimmed_length(text, length));
}
void kmp_set_disp_num_buffers_(const int32_t*) {}
}
