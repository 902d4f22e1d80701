// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "context/module_table.h"
#include "context/node_table.h"

namespace limpid::recorder {

// A construct that recursion has brought back, and where it stands then. `parent` is the context that it was met
// in, `code` its return address.
//
// One that is its own ancestor answers that ancestor. One that was met in a function in which an ancestor of its
// kind was met as well is recursion of this function by way of tasks or regions: it stands where the function's
// first call has it, beside that ancestor. So a recursive function has as many contexts as it has constructs, not
// as many as there are orders in which they can follow each other.
//
// kNoNode: this is no recursion. That answer too is of parent and code alone: no stack needs to be walked.
NodeId recursion_of(NodeTable* nodes, const ModuleMap* modules, NodeId parent, profile::NodeKind kind,
                    uint64_t code);

// Where the function begins that holds an address, as its unwind table says; 0: nothing says so.
uint64_t function_around(const ModuleMap* modules, uint64_t address);

}  // namespace limpid::recorder
