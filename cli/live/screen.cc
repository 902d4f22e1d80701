// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/screen.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/failure.h"

namespace limpid::cli::live {
namespace {

constexpr char kOtherScreen[] = "\033[?1049h\033[?25l";  // and no cursor
constexpr char kFirstScreen[] = "\033[?1049l\033[?25h";
constexpr char kHome[] = "\033[H";
constexpr char kRestOfLine[] = "\033[K";
constexpr char kRestOfScreen[] = "\033[J";

volatile sig_atomic_t interrupted = 0;

void note_interrupt(int) {
  interrupted = 1;
}

winsize size_now() {
  winsize size{};
  ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  return size;
}

void write_out(const std::string& text) {
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write to stdout");
}

}  // namespace

Screen::Screen() : terminal_(isatty(STDOUT_FILENO) != 0) {
  struct sigaction action {};
  action.sa_handler = note_interrupt;  // without SA_RESTART: waiting ends
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (!terminal_) return;
  if (isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys_ = tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
  }
  write_out(kOtherScreen);
}

Screen::~Screen() {
  if (!terminal_) return;
  if (keys_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  fputs(kFirstScreen, stdout);
  fflush(stdout);
}

size_t Screen::width() const {
  return terminal_ ? size_now().ws_col : 0;
}

size_t Screen::height() const {
  return terminal_ ? size_now().ws_row : 0;
}

// Each line over the old one: nothing flickers.
void Screen::show(const std::string& text) {
  if (!terminal_) {
    write_out(text + "\n");
    return;
  }
  std::string out = kHome;
  for (const char c : text) {
    if (c == '\n') out += kRestOfLine;
    out += c;
  }
  write_out(out + kRestOfScreen);
}

bool Screen::wait(double seconds) const {
  pollfd key{STDIN_FILENO, POLLIN, 0};
  const int pressed = poll(&key, keys_ ? 1 : 0, static_cast<int>(seconds * 1000));
  char letter = 0;
  if (pressed > 0 && read(STDIN_FILENO, &letter, 1) == 1 && letter == 'q') return false;
  return interrupted == 0;
}

}  // namespace limpid::cli::live
