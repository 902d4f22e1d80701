// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

namespace limpid::recorder::unwind {

// Bytes that the program sees at `address`. They may be a copy kept elsewhere (a library can be unloaded
// while a handler reads its tables), so pc-relative values are computed from `address`, never from `data`.
struct Section {
  const uint8_t* data = nullptr;
  uint64_t address = 0;
  uint64_t size = 0;
};

// Reads unwind tables forward, within bounds. After the first read outside, everything is zero and ok() is
// false.
class ByteReader {
 public:
  ByteReader(const Section& section, uint64_t address) : section_(section) { seek(address); }

  void seek(uint64_t address) {
    position_ = address - section_.address;
    ok_ = address >= section_.address && position_ <= section_.size;
  }
  void limit(uint64_t end_address) {
    if (end_address < section_.address + section_.size) section_.size = end_address - section_.address;
  }

  bool ok() const { return ok_; }
  bool at_end() const { return !ok_ || position_ >= section_.size; }
  uint64_t address() const { return section_.address + position_; }
  void skip(uint64_t bytes) { seek(address() + (bytes <= section_.size ? bytes : section_.size + 1)); }

  uint8_t u8() { return fixed<uint8_t>(); }
  uint16_t u16() { return fixed<uint16_t>(); }
  uint32_t u32() { return fixed<uint32_t>(); }
  uint64_t u64() { return fixed<uint64_t>(); }

  uint64_t uleb() {
    uint64_t value = 0;
    for (unsigned shift = 0; ok_; shift += 7) {
      const uint8_t byte = u8();
      if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) break;
    }
    return value;
  }

  int64_t sleb() {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0x80;
    while (ok_ && (byte & 0x80) != 0) {
      byte = u8();
      if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      shift += 7;
    }
    if (shift < 64 && (byte & 0x40) != 0) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
  }

  // A pointer in one of the encodings of .eh_frame (DW_EH_PE_*). `data_base` is what data-relative values
  // count from. Indirect values are not followed: they occur only where the recorder skips (personality
  // routines).
  uint64_t encoded(uint8_t encoding, uint64_t data_base) {
    if (encoding == kOmitted) return 0;
    const uint64_t here = address();
    const uint64_t value = encoded_value(encoding & 0x0f);
    const uint8_t base = encoding & 0x70;
    if (base == kPcRelative) return value + here;
    if (base == kDataRelative) return value + data_base;
    if (base != 0) ok_ = false;
    return value;
  }

  static constexpr uint8_t kOmitted = 0xff, kPcRelative = 0x10, kDataRelative = 0x30;

 private:
  template <typename T>
  T fixed() {
    T value{};
    if (!ok_ || section_.size - position_ < sizeof(T)) {
      ok_ = false;
      return value;
    }
    std::memcpy(&value, section_.data + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }

  uint64_t encoded_value(uint8_t format) {
    switch (format) {
      case 0x00:
        return u64();
      case 0x01:
        return uleb();
      case 0x02:
        return u16();
      case 0x03:
        return u32();
      case 0x04:
        return u64();
      case 0x09:
        return static_cast<uint64_t>(sleb());
      case 0x0a:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int16_t>(u16())));
      case 0x0b:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(u32())));
      case 0x0c:
        return u64();
      default:
        ok_ = false;
        return 0;
    }
  }

  Section section_;
  uint64_t position_ = 0;
  bool ok_ = false;
};

}  // namespace limpid::recorder::unwind
