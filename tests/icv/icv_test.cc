// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the environment to ICVs and to OMP_DISPLAY_ENV's table. Each case starts the process's ICVs anew, so
// it runs in a child.
#include "core/icv/icv.h"
#include "core/icv/thread_lists.h"

#include <stdlib.h>

#include "core/icv/device_icvs.h"
#include "core/icv/devices.h"
#include "environment_fixture.h"

namespace {

using namespace limpid::core;

class IcvDeathTest : public EnvironmentTest {};

[[noreturn]] void leave_with(bool good) {
  exit(good ? 0 : 1);
}

TEST_F(IcvDeathTest, ParallelRegionsTakeTheNextElementOfTheLists) {
  set("OMP_NUM_THREADS", "8,4,2");
  set("OMP_PROC_BIND", "spread,close");
  auto body = [] {
    read_environment();
    const Icvs first = icvs_for_parallel(initial_icvs());
    const Icvs second = icvs_for_parallel(first);
    const Icvs third = icvs_for_parallel(second);
    leave_with(initial_icvs().nthreads == 8 && first.nthreads == 4 && second.nthreads == 2 &&
               third.nthreads == 2 && initial_icvs().bind == ProcBind::kSpread &&
               first.bind == ProcBind::kClose && third.bind == ProcBind::kClose);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

// A clause's list takes the place of the environment's for the regions inside, and only there.
TEST_F(IcvDeathTest, AListOfAClauseGoesDownToItsEnd) {
  set("OMP_NUM_THREADS", "8,4,2");
  set("OMP_PROC_BIND", "spread,close,primary");
  auto body = [] {
    read_environment();
    const std::uint32_t list[] = {3, 7, 6, 5};
    const std::uint8_t number = number_of_thread_list(list, 4);
    Icvs inside = icvs_for_parallel(initial_icvs(), number);
    bool good = number != 0 && number_of_thread_list(list, 4) == number &&
                number_of_thread_list(list, 3) != number && inside.nthreads == 7 &&
                inside.bind == ProcBind::kClose;
    inside = icvs_for_parallel(inside);
    good = good && inside.nthreads == 6 && inside.bind == ProcBind::kPrimary;
    for (int level = 0; level < 3; ++level) {
      inside = icvs_for_parallel(inside);
      good = good && inside.nthreads == 5;
    }
    leave_with(good && icvs_for_parallel(initial_icvs()).nthreads == 4);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

TEST_F(IcvDeathTest, WhereThereIsNoRoomForAListTheEnvironmentsStays) {
  auto body = [] {
    read_environment();
    std::uint32_t list[] = {1, 0};
    std::uint32_t lists = 0;
    for (list[1] = 1; number_of_thread_list(list, 2) != 0 && list[1] < 1000; ++list[1]) ++lists;
    leave_with(lists == 255);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

TEST_F(IcvDeathTest, ASetValueGoesDownWhereTheListEnds) {
  set("OMP_NUM_THREADS", "8");
  auto body = [] {
    read_environment();
    Icvs changed = initial_icvs();
    changed.nthreads = 5;
    leave_with(icvs_for_parallel(changed).nthreads == 5);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

TEST_F(IcvDeathTest, MandatoryOffloadWithoutDeviceLeavesNoDefaultDevice) {
  set("OMP_TARGET_OFFLOAD", "mandatory");
  auto body = [] {
    read_environment();
    leave_with(initial_icvs().default_device == kInvalidDevice);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

TEST_F(IcvDeathTest, DeviceIcvsComeFromTheEnvironmentAndCanBeSet) {
  set("OMP_NUM_TEAMS", "6");
  set("OMP_AFFINITY_FORMAT", "here: %n");
  auto body = [] {
    read_environment();
    char format[32];
    bool good = num_teams_var() == 6 && copy_affinity_format(format, sizeof format) == 8 &&
                !strcmp(format, "here: %n");
    set_affinity_format("other", 5);
    good = good && copy_affinity_format(format, 4) == 5 && !strcmp(format, "oth");
    leave_with(good);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

TEST_F(IcvDeathTest, DisplayEnvShowsTheValuesInTheDocumentedFrame) {
  set("OMP_DISPLAY_ENV", "true");
  set("OMP_NUM_THREADS", "4,3");
  set("OMP_SCHEDULE", "monotonic:guided,8");
  set("OMP_STACKSIZE", "2M");
  auto body = [] {
    read_environment();
    leave_with(true);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0),
              "OPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202011'\n(.*\n)*"
              "  \\[host\\] OMP_NUM_THREADS='4,3'\n  \\[host\\] OMP_SCHEDULE='MONOTONIC:GUIDED,8'\n(.*\n)*"
              "  \\[host\\] OMP_STACKSIZE='2097152B'\n(.*\n)*OPENMP DISPLAY ENVIRONMENT END\n$");
}

TEST_F(IcvDeathTest, VerboseShowsMore) {
  set("OMP_DISPLAY_ENV", "verbose");
  auto body = [] {
    read_environment();
    leave_with(true);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "GOMP_SPINCOUNT=");
}

}  // namespace
