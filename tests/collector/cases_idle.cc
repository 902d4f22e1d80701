// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker's idle times: regions and teams of leagues end them, and neither events nor the program's code
// come to an idle thread. The collector starts when there is a worker already.
#include <omp.h>
#include <unistd.h>

#include "client.h"

using namespace client;

namespace {

thread_local bool t_idle = false;
std::atomic<bool> g_worker_idle{false};  // there is one worker
std::atomic<int> g_ends{0};

void watch(OMP_COLLECTORAPI_EVENT event) {
  if (event == OMP_EVENT_THR_BEGIN_IDLE || event == OMP_EVENT_THR_END_IDLE) {
    EXPECT_EQ(state().state, THR_IDLE_STATE);
    EXPECT_EQ(region(), 0);
  }
  if (event == OMP_EVENT_THR_END_IDLE) {
    if (g_ends != 0) EXPECT_EQ(t_idle, true);  // the first may have begun before the collector's start
    t_idle = false;
    g_worker_idle = false;
    ++g_ends;
    return;
  }
  EXPECT_EQ(t_idle, false);
  if (event != OMP_EVENT_THR_BEGIN_IDLE) return;
  t_idle = true;
  g_worker_idle = true;
}

void plain_region() {
#pragma omp parallel num_threads(2)
  EXPECT_EQ(t_idle, false);
}

// A thread alone would wait for the other for ever; and what takes so long is offered next time too.
void league() {
  std::atomic<int> arrived{0};
#pragma omp teams num_teams(2) shared(arrived)
  {
    ++arrived;
    usleep(1000);
    await("the other team", [&] { return arrived == 2; });
    EXPECT_EQ(t_idle, false);
    EXPECT_EQ(state().state, THR_SERIAL_STATE);
    EXPECT_EQ(region(), 0);
#pragma omp parallel num_threads(1)
    EXPECT_EQ(region() != 0, 1);
  }
}

}  // namespace

void idle_cases() {
  if (omp_get_num_procs() < 2) return;  // teams take turns
  plain_region();
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  for (int event = OMP_EVENT_FORK; event < kEvents; ++event) enroll(event, watch);
  int works = 0;
  for (auto work : {league, league, plain_region, league, plain_region, plain_region, league}) {
    work();
    ++works;
    await("the worker to be idle", [&] { return g_ends == works && g_worker_idle; });
  }
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
}
