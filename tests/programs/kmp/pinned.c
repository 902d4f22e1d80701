// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: its programs have no such library
// threads: 2
// Memory with the trait pinned is made known to the library of devices as long as it is allocated, other memory is
// not.
#include <omp.h>
#include <string.h>

#include "kmp/device_library.h"

static omp_allocator_handle_t allocator_with(omp_alloctrait_value_t pinned) {
  const omp_alloctrait_t traits[] = {{omp_atk_pinned, pinned}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 2, traits);
  CHECK(allocator != omp_null_allocator);
  return allocator;
}

static PinnedRanges* pinned_ranges;

static char* pinned_block(omp_allocator_handle_t allocator, size_t bytes) {
  char* const block = omp_alloc(bytes, allocator);
  CHECK(block != NULL);
  memset(block, 1, bytes);
  CHECK_EQ(pinned_ranges(block, bytes), 1);
  return block;
}

int main(void) {
  const omp_allocator_handle_t pinned = allocator_with(omp_atv_true);
  char* const before = omp_alloc(1000, pinned);  // there is no library yet
  CHECK(before != NULL);
  *(void**)&pinned_ranges = dlsym(load_device_library(), "pinned_ranges");
  CHECK(pinned_ranges);
  CHECK_EQ(omp_get_num_devices(), kDevices);
  CHECK_EQ(pinned_ranges(before, 1000), 0);
  omp_free(before, pinned);

  char* const block = pinned_block(pinned, 5000);
  omp_free(block, pinned);
  CHECK_EQ(pinned_ranges(block, 1), 0);
  char* moved = pinned_block(pinned, 100);
  char* const old = moved;
  moved = omp_realloc(moved, 9000, pinned, pinned);
  CHECK(pinned_ranges(moved, 9000) == 1 && (old == moved || pinned_ranges(old, 1) == 0));
  omp_set_default_device(1);  // the block is still the other device's
  omp_free(moved, omp_null_allocator);
  omp_free(pinned_block(pinned, 10), pinned);
  CHECK_EQ(pinned_ranges(NULL, 0), 0);

  const omp_allocator_handle_t other = allocator_with(omp_atv_false);
  char* const ordinary = omp_alloc(100, other);
  CHECK_EQ(pinned_ranges(ordinary, 100), 0);
  omp_free(ordinary, other);
  omp_destroy_allocator(other);
  omp_destroy_allocator(pinned);
  return 0;
}
