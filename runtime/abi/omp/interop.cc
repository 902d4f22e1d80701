// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interoperability routines (OpenMP 5.1, section 3.12).
// Objects belong to a device library, which then answers. Without one every object is omp_interop_none, and
// its only property is that it is empty. Names and descriptions do not depend on an object.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/kmp/offload.h"

using namespace limpid;

namespace {

// omp_interop_t: 0 is omp_interop_none.
using Interop = uint64_t;

// omp_interop_rc_t.
constexpr int kEmpty = -1;
constexpr int kOutOfRange = -2;

// omp_interop_property_t: omp_ipr_fr_id is -1, and so on down to omp_ipr_first.
constexpr const char* kPropertyNames[] = {"fr_id",       "fr_name",        "vendor",
                                          "vendor_name", "device_num",     "platform",
                                          "device",      "device_context", "targetsync"};
constexpr const char* kPropertyTypes[] = {
    "omp_interop_fr_t", "const char *", "int", "const char *", "int", "N/A", "N/A", "N/A", "N/A"};
constexpr int kProperties = sizeof kPropertyNames / sizeof kPropertyNames[0];

// From omp_irc_no_value (1) down to omp_irc_other (-6).
constexpr int kNoValue = 1;
constexpr const char* kReasons[] = {"no meaningful value available",
                                    "successful",
                                    "provided interoperability object is equal to omp_interop_none",
                                    "property ID is out of range",
                                    "property type is int; use omp_get_interop_int",
                                    "property type is pointer; use omp_get_interop_ptr",
                                    "property type is string; use omp_get_interop_str",
                                    "obtaining properties failed"};
constexpr int kReasonCount = sizeof kReasons / sizeof kReasons[0];

bool is_property(int property) {
  return property <= -1 && property >= -kProperties;
}

const char* entry_of(const char* const* table, int property) {
  return is_property(property) ? table[-1 - property] : nullptr;
}

const char* reason_of(int code) {
  const int index = kNoValue - code;
  return index >= 0 && index < kReasonCount ? kReasons[index] : nullptr;
}

void explain(int property, int* code) {
  if (code != nullptr) *code = is_property(property) ? kEmpty : kOutOfRange;
}

// A Fortran function whose result is a character pointer gets the addresses of pointer and length first.
void return_text(const char* text, const char** result, size_t* length) {
  *result = text;
  *length = text != nullptr ? strlen(text) : 0;
}

}  // namespace

extern "C" {

int omp_get_num_interop_properties(Interop) {
  return 0;
}

intptr_t omp_get_interop_int(Interop interop, int property, int* code) {
  if (auto* const theirs = abi::library_routine(omp_get_interop_int, "omp_get_interop_int"))
    return theirs(interop, property, code);
  explain(property, code);
  return 0;
}
void* omp_get_interop_ptr(Interop interop, int property, int* code) {
  if (auto* const theirs = abi::library_routine(omp_get_interop_ptr, "omp_get_interop_ptr"))
    return theirs(interop, property, code);
  explain(property, code);
  return nullptr;
}
const char* omp_get_interop_str(Interop interop, int property, int* code) {
  if (auto* const theirs = abi::library_routine(omp_get_interop_str, "omp_get_interop_str"))
    return theirs(interop, property, code);
  explain(property, code);
  return nullptr;
}
const char* omp_get_interop_name(Interop interop, int property) {
  if (auto* const theirs = abi::library_routine(omp_get_interop_name, "omp_get_interop_name"))
    return theirs(interop, property);
  return entry_of(kPropertyNames, property);
}
const char* omp_get_interop_type_desc(Interop interop, int property) {
  if (auto* const theirs = abi::library_routine(omp_get_interop_type_desc, "omp_get_interop_type_desc"))
    return theirs(interop, property);
  return entry_of(kPropertyTypes, property);
}
const char* omp_get_interop_rc_desc(Interop, int code) {
  return reason_of(code);
}

void omp_get_interop_str_(const char** result, size_t* length, Interop interop, int property, int* code) {
  return_text(omp_get_interop_str(interop, property, code), result, length);
}
void omp_get_interop_name_(const char** result, size_t* length, Interop interop, int property) {
  return_text(omp_get_interop_name(interop, property), result, length);
}
void omp_get_interop_type_desc_(const char** result, size_t* length, Interop interop, int property) {
  return_text(omp_get_interop_type_desc(interop, property), result, length);
}
void omp_get_interop_rc_desc_(const char** result, size_t* length, Interop, int code) {
  return_text(reason_of(code), result, length);
}
}
