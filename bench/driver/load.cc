// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "load.h"

#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace bench {
namespace {

constexpr double kDisturbing = 0.05;

struct Machine {
  double busy = 0, all = 0, stolen = 0;  // seconds over all processors since it booted
};

Machine read_machine() {
  std::ifstream file("/proc/stat");
  std::string label;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (!(file >> label >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal)) return {};
  const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  const double busy = user + nice + system + irq + softirq + steal;
  return {busy / ticks, (busy + idle + iowait) / ticks, steal / ticks};
}

double read_own() {
  double sum = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    for (const timeval& t : {usage.ru_utime, usage.ru_stime}) {
      sum += static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    }
  }
  return sum;
}

}  // namespace

double stolen_seconds() {
  return read_machine().stolen;
}

OtherLoad::OtherLoad() {
  const Machine machine = read_machine();
  busy_ = machine.busy;
  all_ = machine.all;
  own_ = read_own();
}

double OtherLoad::share() const {
  const Machine machine = read_machine();
  if (machine.all <= all_) return -1;
  return (machine.busy - busy_ - (read_own() - own_)) / (machine.all - all_);
}

void OtherLoad::warn_if_disturbed() const {
  const double others = share();
  if (others < kDisturbing) return;
  fmt::print(
      "Other programs used {:.0f} % of the machine meanwhile: repeat this on a quiet one before trusting "
      "it.\n",
      100 * others);
}

}  // namespace bench
