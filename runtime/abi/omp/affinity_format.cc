// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Display of thread affinity (OpenMP 5.1, sections 3.3.8 to 3.3.11).
#include "abi/omp/fortran.h"
#include "core/data/thread.h"
#include "core/icv/device_icvs.h"
#include "core/team/affinity_display.h"

using namespace limpid;

namespace {

// A format argument of a Fortran program with a zero behind it. Blanks at its end belong to it. Cut to the
// length limit of affinity-format-var.
class FortranFormat {
 public:
  FortranFormat(const char* text, size_t length) {
    if (length >= sizeof text_) length = sizeof text_ - 1;
    memcpy(text_, text, length);
    text_[length] = '\0';
  }
  [[nodiscard]] const char* text() const { return text_; }

 private:
  char text_[core::kMaxAffinityFormat];
};

}  // namespace

extern "C" {

void omp_set_affinity_format(const char* format) {
  core::this_thread();  // or the environment, read later, would override this
  core::set_affinity_format(format, strlen(format));
}
size_t omp_get_affinity_format(char* buffer, size_t size) {
  core::this_thread();
  return core::copy_affinity_format(buffer, size);
}
void omp_display_affinity(const char* format) {
  core::display_affinity(core::this_thread(), format);
}
size_t omp_capture_affinity(char* buffer, size_t size, const char* format) {
  return core::capture_affinity(core::this_thread(), format, buffer, size);
}

void omp_set_affinity_format_(const char* format, size_t length) {
  core::this_thread();
  core::set_affinity_format(format, length);
}
int32_t omp_get_affinity_format_(char* buffer, size_t size) {
  char text[core::kMaxAffinityFormat];
  const size_t length = omp_get_affinity_format(text, sizeof text);
  const size_t used = length < size ? length : size;
  memcpy(buffer, text, used);
  abi::pad_with_blanks(buffer, used, size);
  return abi::int_of(static_cast<int64_t>(length));
}
void omp_display_affinity_(const char* format, size_t length) {
  omp_display_affinity(FortranFormat(format, length).text());
}
int32_t omp_capture_affinity_(char* buffer, const char* format, size_t size, size_t format_length) {
  return abi::int_of(static_cast<int64_t>(core::capture_affinity_padded(
      core::this_thread(), FortranFormat(format, format_length).text(), buffer, size)));
}
}
