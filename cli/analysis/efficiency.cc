// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/efficiency.h"

namespace limpid::cli::analysis {
namespace {

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

uint64_t Efficiency::after_processors() const {
  return known_ns() - losses[Cause::kNoProcessor] - losses[Cause::kOverhead];
}

uint64_t Efficiency::after_devices() const {
  return after_processors() - losses[Cause::kDevice];
}

uint64_t Efficiency::after_late_start() const {
  return after_devices() - losses[Cause::kLate];
}

uint64_t Efficiency::after_serialisation() const {
  return after_late_start() - losses[Cause::kSerial] - losses[Cause::kLock];
}

double Efficiency::parallel() const {
  return share(busy_ns, known_ns());
}

double Efficiency::processors() const {
  return share(after_processors(), known_ns());
}

double Efficiency::devices() const {
  return share(after_devices(), after_processors());
}

double Efficiency::late_start() const {
  return share(after_late_start(), after_devices());
}

double Efficiency::serialisation() const {
  return share(after_serialisation(), after_late_start());
}

double Efficiency::load_balance() const {
  return share(busy_ns, after_serialisation());
}

}  // namespace limpid::cli::analysis
