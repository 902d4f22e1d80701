// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the stream can get wrong, and the rule that has to notice.
#pragma once

#include <string>
#include <vector>

#include "stream.h"

namespace selftest {

struct Fault {
  std::string name;
  std::string rule;
  // Rules that the same events break; "*": the shadow is lost, anything may follow.
  std::vector<std::string> also = {};
  Point point = Point::start;
  Stream::Insertion insertion = nullptr;  // null: the stream knows the fault by its name
  const char* environment = nullptr;      // NAME=VALUE, before the tool starts
};

std::vector<Fault> all_faults();

// Parts of it, by what they are about.
std::vector<Fault> region_faults();
std::vector<Fault> construct_faults();
std::vector<Fault> task_faults();
std::vector<Fault> device_faults();
std::vector<Fault> entry_faults();

}  // namespace selftest
