// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set/get_affinity_format, omp_capture_affinity and omp_display_affinity: fields, widths, truncated
// buffers.
#include <omp.h>
#include <string.h>

#include "check.h"

static void captured(const char* format, const char* expected) {
  char text[200];
  size_t length = omp_capture_affinity(text, sizeof text, format);
  if (strcmp(text, expected) || length != strlen(expected)) {
    fprintf(stderr, "'%s' gives '%s' (%zu), expected '%s'\n", format, text, length, expected);
    check_leave();
  }
}

int main(void) {
  char buffer[64];
  omp_set_affinity_format("level %L");
  CHECK_EQ(omp_get_affinity_format(buffer, sizeof buffer), 8);
  CHECK(!strcmp(buffer, "level %L"));
  CHECK_EQ(omp_get_affinity_format(buffer, 4), 8);
  CHECK(!strcmp(buffer, "lev"));
  CHECK_EQ(omp_get_affinity_format(NULL, 0), 8);
  captured("", "level 0");
  captured("%n|%N|%L|%a|%t|%T", "0|1|0|-1|0|1");
  captured("%5n|%.5n|%0.5n", "0    |    0|00000");
  captured("%{thread_num} of %{num_threads}, %3{nesting_level}.", "0 of 1, 0  .");
  captured("100%%", "100%");
  CHECK_EQ(omp_capture_affinity(buffer, 4, "abcdefgh"), 8);
  CHECK(!strcmp(buffer, "abc"));
  char pid[32], host[256];
  snprintf(pid, sizeof pid, "%d", getpid());
  captured("%P", pid);
  gethostname(host, sizeof host);
  captured("%{host}", host);
#pragma omp parallel num_threads(3)
  {
    char mine[64], expected[64];
    omp_capture_affinity(mine, sizeof mine, "%n/%N at %L from %a");
    snprintf(expected, sizeof expected, "%d/3 at 1 from 0", omp_get_thread_num());
    CHECK(!strcmp(mine, expected));
  }
  return 0;
}
