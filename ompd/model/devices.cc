// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/devices.h"

namespace limpid::ompd {

Rc next_device(const Process& process, uint32_t& number, DeviceDetails& details) {
  Reader reader(process);
  for (; number < process.number(Name::device_count); ++number) {
    const uint64_t device = process.number(Name::devices) + number * process.number(Name::sizeof_device);
    const bool begun = reader.field(device, Name::device_begun) != 0;
    if (!reader.ok()) return reader.rc();
    if (!begun) continue;
    details.number = number++;
    details.is_of_llvm = reader.field(device, Name::device_engine) == process.number(Name::engine_llvm);
    reader.text(device + process.number(Name::device_type), details.type, sizeof details.type);
    return reader.rc();
  }
  return Rc::unavailable;
}

}  // namespace limpid::ompd
