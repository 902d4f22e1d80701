// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device images that objects built by GCC register in their constructors.
#pragma once

#include <stdint.h>

#include <atomic>

namespace limpid::abi {

// An image with its table of functions and variables of the host; what they contain is between GCC's linker and its
// plug-ins.
struct Image {
  unsigned version;
  const void* host_table;
  int type;
  const void* data;
};

// True as long as there are images. Most programs have none: then nothing is opened, and this is all that they pay.
[[gnu::visibility("hidden")]] extern std::atomic<uint32_t> g_images;
inline bool has_images() {
  return g_images.load(std::memory_order_relaxed) != 0;
}

// Keeps the image for the engine, or hands it on to one that takes images already.
void add_image(const Image& image);
void remove_image(const Image& image);

// The engine is there: it gets the images that are kept, and at once those that come later.
struct ImageTaker {
  void (*add)(unsigned version, const void* host_table, int type, const void* data);
  void (*remove)(unsigned version, const void* host_table, int type, const void* data);
};
void hand_images_to(const ImageTaker& engine);

}  // namespace limpid::abi
