// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether other programs were in the way while this one measured.
#pragma once

namespace bench {

// Processor time in seconds that the host of this virtual machine used for others since it booted, in steps of a tick (10 ms); 0 where
// nothing is known of it.
double stolen_seconds();

class OtherLoad {
 public:
  OtherLoad();  // begins to watch

  // Share of the machine's processor time since the beginning that went neither to this program and its ended
  // children nor to idling; includes time that a hypervisor gave to other guests. Negative if it is unknown.
  double share() const;

  // Tells the reader when the numbers cannot be trusted.
  void warn_if_disturbed() const;

 private:
  double busy_ = 0, all_ = 0, own_ = 0;  // seconds at the beginning
};

}  // namespace bench
