// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/eh_frame.h"

namespace limpid::recorder::unwind {

namespace {

constexpr uint8_t kTableEncoding = 0x3b;  // data-relative, signed 4 bytes
constexpr uint64_t kPairBytes = 8;

struct CommonEntry {
  uint8_t pointer_encoding = 0;
  bool has_augmentation_data = false;
};

// Address of the FDE whose code begins last at or before pc; 0 if there is none.
uint64_t search_header(const UnwindTables& tables, uint64_t pc) {
  ByteReader reader(tables.section, tables.header_address);
  const uint8_t version = reader.u8();
  const uint8_t frame_encoding = reader.u8();
  const uint8_t count_encoding = reader.u8();
  const uint8_t table_encoding = reader.u8();
  if (version != 1 || table_encoding != kTableEncoding || count_encoding == ByteReader::kOmitted) return 0;
  reader.encoded(frame_encoding, tables.header_address);
  const uint64_t count = reader.encoded(count_encoding, tables.header_address);
  const uint64_t table = reader.address();
  if (!reader.ok() || count > tables.section.size / kPairBytes) return 0;
  const auto entry = [&](uint64_t i, uint64_t part) {
    reader.seek(table + i * kPairBytes + part);
    return tables.header_address +
           static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(reader.u32())));
  };
  uint64_t low = 0, high = count;  // the answer is before `low`
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (entry(middle, 0) <= pc) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0 || !reader.ok()) return 0;
  const uint64_t found = entry(low - 1, 4);
  return reader.ok() ? found : 0;
}

// Length field; false for the terminator and for the 64-bit form, which .eh_frame does not use.
bool read_length(ByteReader* reader, uint64_t* end) {
  const uint32_t length = reader->u32();
  if (!reader->ok() || length == 0 || length == 0xffffffffu) return false;
  *end = reader->address() + length;
  return true;
}

// Letters of the augmentation string, in order, each with its data. Unknown letters end the reading: 'z' gave
// the length to skip.
void read_augmentation(ByteReader* reader, const char* letters, FrameDescription* fde, CommonEntry* common) {
  for (const char* letter = letters; *letter != '\0'; ++letter) {
    switch (*letter) {
      case 'R':
        common->pointer_encoding = reader->u8();
        break;
      case 'L':
        reader->u8();
        break;
      case 'S':
        fde->signal_frame = true;
        break;
      case 'P': {
        const uint8_t encoding = reader->u8();
        reader->encoded(encoding & 0x0f, 0);
        break;
      }
      default:
        return;
    }
  }
}

bool read_common(const Section& section, uint64_t address, FrameDescription* fde, CommonEntry* common) {
  ByteReader reader(section, address);
  uint64_t end;
  if (!read_length(&reader, &end) || reader.u32() != 0) return false;
  const uint8_t version = reader.u8();
  if (version != 1 && version != 3) return false;
  char letters[8] = {};
  unsigned n = 0;
  for (char c; (c = static_cast<char>(reader.u8())) != '\0' && reader.ok();) {
    if (n + 1 < sizeof letters) letters[n++] = c;
  }
  fde->code_alignment = reader.uleb();
  fde->data_alignment = reader.sleb();
  fde->return_register = version == 1 ? reader.u8() : reader.uleb();
  fde->initial = reader.address();
  if (letters[0] == 'z') {
    common->has_augmentation_data = true;
    const uint64_t length = reader.uleb();
    fde->initial = reader.address() + length;
    read_augmentation(&reader, letters + 1, fde, common);
  } else if (letters[0] != '\0') {
    return false;
  }
  fde->initial_end = end;
  return reader.ok() && fde->initial <= end;
}

}  // namespace

bool find_frame_description(const UnwindTables& tables, uint64_t pc, FrameDescription* out) {
  if (tables.header_address == 0) return false;
  const uint64_t address = search_header(tables, pc);
  if (address == 0) return false;
  *out = {};
  ByteReader reader(tables.section, address);
  uint64_t end;
  if (!read_length(&reader, &end)) return false;
  const uint64_t here = reader.address();
  const uint32_t distance = reader.u32();
  CommonEntry common;
  if (distance == 0 || !read_common(tables.section, here - distance, out, &common)) return false;
  out->begin = reader.encoded(common.pointer_encoding, tables.header_address);
  out->end = out->begin + reader.encoded(common.pointer_encoding & 0x0f, 0);
  if (common.has_augmentation_data) {
    const uint64_t length = reader.uleb();
    reader.skip(length);
  }
  out->instructions = reader.address();
  out->instructions_end = end;
  return reader.ok() && pc >= out->begin && pc < out->end;
}

}  // namespace limpid::recorder::unwind
