// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The internal control variables, as numbers and as texts.
#pragma once

#include "model/handle.h"
#include "model/text.h"
#include "target/reader.h"

namespace limpid::ompd {

// What a variable belongs to. Values are those of ompd_scope_t.
enum class Scope : uint8_t {
  global = 1,
  address_space = 2,
  thread = 3,
  parallel = 4,
  implicit_task = 5,
  task = 6,
};

// Where a variable is read: the object of its scope, and addresses that follow from it.
struct Place {
  Object object;       // not for address spaces
  uint64_t icvs = 0;   // address of the Icvs, for variables of a data environment
  uint64_t level = 0;  // of the region around that
};

// Reads a variable. A list answers its first item and incomplete; what has no number is incompatible.
using ReadNumber = Rc (*)(Reader& reader, const Place& place, int64_t& value);
using ReadText = void (*)(Reader& reader, const Place& place, Text& text);

struct Icv {
  const char* name;
  Scope scope;
  ReadNumber number;
  ReadText text;  // null: the digits of the number
};

// Icvs are numbered from 1. Null: there is none of that number.
uint32_t icv_count();
const Icv* icv_of(uint64_t number);
const Icv* icv_named(const char* name);

// From a handle's object, which has that scope. bad_input: the variable cannot be found from it.
Rc read_icv(const Process& process, const Icv& icv, Scope scope, const Object& object, int64_t& value);
Rc read_icv(const Process& process, const Icv& icv, Scope scope, const Object& object, Text& text);

// The value at the start of the process, as the environment set it.
Rc read_initial(const Process& process, const Icv& icv, Text& text);

}  // namespace limpid::ompd
