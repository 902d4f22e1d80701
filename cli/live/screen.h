// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <termios.h>

#include <cstddef>
#include <string>

namespace limpid::cli::live {

// A terminal that shows one picture after the other, and is as it was when this goes. Where stdout is none, pictures
// are printed one below the other.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Of the terminal, as it is now; 0: there is none, so no limit.
  size_t width() const;
  size_t height() const;

  void show(const std::string& text);
  // Waits; false: the user wants to leave (`q`, or an interrupt).
  bool wait(double seconds) const;

 private:
  bool terminal_;
  bool keys_ = false;  // stdin gives keys as they are pressed
  termios before_{};
};

}  // namespace limpid::cli::live
