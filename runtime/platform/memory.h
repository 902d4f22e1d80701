// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of memory from the kernel.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// Zero-filled pages from the kernel, or nullptr. For objects that live as long as a team or thread.
void* map_pages(size_t bytes);
// The same, there already: the first write to one does not interrupt the thread. For memory that is written at once, and for a
// thread whose time is measured.
void* map_ready_pages(size_t bytes);
void unmap_pages(void* address, size_t bytes);

}  // namespace limpid::platform
