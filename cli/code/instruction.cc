// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lengths are exact; effects are told only where they matter. An instruction whose effect is not modelled
// makes the registers that it may write unknown: that can lose an answer, never make a wrong one.
#include "code/instruction.h"

#include <cstring>
#include <string_view>

namespace limpid::cli::code {
namespace {

// What follows an opcode: . nothing; m ModRM; M ModRM and one byte; Z ModRM and an operand-sized number; b,
// w, z: a number of 1, 2 bytes, or operand-sized; v the number of a move; r, R: a jump of 1 or 4 bytes; e
// enter; o an address; g, G: ModRM, and a number for two of the group; x no instruction; p a prefix or an
// escape.
constexpr char kOneByte[] =
    "mmmmbzxxmmmmbzxp"
    "mmmmbzxxmmmmbzxx"
    "mmmmbzpxmmmmbzpx"
    "mmmmbzpxmmmmbzpx"
    "pppppppppppppppp"
    "................"
    "xxpmppppzZbM...."
    "rrrrrrrrrrrrrrrr"
    "MZxMmmmmmmmmmmmm"
    "..........x....."
    "oooo....bz......"
    "bbbbbbbbvvvvvvvv"
    "MMw.ppMZe.w..bx."
    "mmmmxxx.mmmmmmmm"
    "rrrrbbbbRRxr...."
    "p.pp..gG......mm";

// The same for opcodes behind 0F.
constexpr char kTwoByte[] =
    "mmmmx.....x.xm.M"
    "mmmmmmmmmmmmmmmm"
    "mmmmxxxxmmmmmmmm"
    "......x.pxpxxxxx"
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm"
    "MMMMmmm.mmmmmmmm"
    "RRRRRRRRRRRRRRRR"
    "mmmmmmmmmmmmmmmm"
    "...mMmxx...mMmmm"
    "mmmmmmmmmmMmmmmm"
    "mmMmMMMm........"
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm";
static_assert(sizeof kOneByte == 257 && sizeof kTwoByte == 257);

constexpr uint16_t kScratch = bit(kRax) | bit(kRcx) | bit(kRdx) | bit(kRbx) | bit(kRsi) | bit(kRdi);

class Decoder {
 public:
  Decoder(std::span<const uint8_t> bytes, uint64_t address, Instruction* out) : bytes_(bytes), out_(*out) {
    out_ = {};
    out_.address = address;
  }

  bool run() {
    uint8_t opcode = prefixes();
    if (opcode == 0x0f) {
      escape();
    } else if (opcode == 0xc4 || opcode == 0xc5 || opcode == 0x62) {
      vector(opcode);
    } else {
      operands(kOneByte[opcode]);
      one_byte_effect(opcode);
    }
    if (!ok_ || at_ > 15) return false;
    out_.length = static_cast<uint8_t>(at_);
    resolve();
    return true;
  }

 private:
  uint8_t byte() {
    if (at_ < bytes_.size()) return bytes_[at_++];
    ok_ = false;
    return 0;
  }

  int64_t number(size_t size) {
    if (bytes_.size() - at_ < size) {
      ok_ = false;
      return 0;
    }
    int64_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, size);
    at_ += size;
    size_t unused = 64 - size * 8;
    return value << unused >> unused;
  }

  uint8_t prefixes() {
    while (ok_) {
      uint8_t b = byte();
      bool legacy = b == 0x66 || b == 0x67 || b == 0xf0 || b == 0xf2 || b == 0xf3 || b == 0x2e || b == 0x36 ||
                    b == 0x3e || b == 0x26 || b == 0x64 || b == 0x65;
      if (!legacy && (b & 0xf0) != 0x40) return b;
      small_operand_ |= b == 0x66;
      small_address_ |= b == 0x67;
      out_.notrack |= b == 0x3e;
      rex_ = legacy ? 0 : b;  // counts only right before the opcode
    }
    return 0;
  }

  void mod_rm() {
    uint8_t b = byte();
    mod_ = b >> 6;
    group_ = (b >> 3) & 7;
    reg_ = static_cast<uint8_t>(group_ | (rex_ & 4) << 1);
    rm_ = static_cast<uint8_t>((b & 7) | (rex_ & 1) << 3);
    if (mod_ == 3) return;
    bool scaled = (b & 7) == 4;
    uint8_t base = scaled ? byte() : b;
    if (scaled) scaled_index_ = ((base >> 3) & 7) != 4 || (rex_ & 2) != 0;
    if (mod_ == 1) number(1);
    if (mod_ == 2) number(4);
    if (mod_ != 0 || (base & 7) != 5) return;
    int64_t distance = number(4);
    if (scaled) return;
    pc_relative_ = true;
    distance_ = distance;
  }

  void operands(char shape) {
    constexpr std::string_view kWithModRm = "mMZgG";
    if (shape == 'x' || shape == 'p') ok_ = false;
    if (kWithModRm.find(shape) != std::string_view::npos) mod_rm();
    size_t operand = small_operand_ ? 2 : 4;
    switch (shape) {
      case 'M':
      case 'b':
        number(1);
        break;
      case 'Z':
      case 'z':
        immediate_ = number(operand);
        break;
      case 'w':
        number(2);
        break;
      case 'e':
        number(3);
        break;
      case 'v':
        immediate_ = wide() ? number(8) : number(operand) & 0xffffffff;
        break;
      case 'o':
        number(small_address_ ? 4 : 8);
        break;
      case 'r':
      case 'R':
        distance_ = number(shape == 'r' ? 1 : 4);
        jumps_ = true;
        break;
      case 'g':
        if (group_ < 2) number(1);
        break;
      case 'G':
        if (group_ < 2) number(operand);
        break;
      default:
        break;
    }
  }

  void escape() {
    uint8_t opcode = byte();
    if (opcode == 0x38 || opcode == 0x3a) {
      byte();
      mod_rm();
      if (opcode == 0x3a) number(1);
      lose(kScratch | bit(reg_) | bit(rm_));
      return;
    }
    operands(kTwoByte[opcode]);
    two_byte_effect(opcode);
  }

  // VEX and EVEX: the map says which table the opcode is of. Of the vector instructions few write a general
  // register.
  void vector(uint8_t first) {
    uint8_t map = 1;
    uint8_t b = byte();
    rex_ = static_cast<uint8_t>((b & 0x80) != 0 ? 0 : 4);
    if (first != 0xc5) {
      map = b & (first == 0xc4 ? 0x1f : 0x07);
      rex_ |= static_cast<uint8_t>((b & 0x20) != 0 ? 0 : 1);
      rex_ |= static_cast<uint8_t>((b & 0x40) != 0 ? 0 : 2);
      b = byte();
    }
    unsigned other = ~(b >> 3) & 15;
    if (first == 0x62) byte();
    uint8_t opcode = byte();
    if (map == 1 && opcode == 0x77 && first != 0x62) return;
    mod_rm();
    bool with_number = map == 3 || (map == 1 && kTwoByte[opcode] == 'M');
    if (with_number) number(1);
    constexpr std::string_view kWriters = "\x2c\x2d\x50\x78\x79\x7e\x93\xc5\xd7";
    bool writes = map == 1 && kWriters.find(static_cast<char>(opcode)) != std::string_view::npos;
    if (map == 2) writes = opcode >= 0xf0;
    if (map == 3) writes = opcode >= 0xf0 || (opcode >= 0x14 && opcode <= 0x17);
    if (map == 3 && opcode >= 0x60 && opcode <= 0x63) lose(bit(kRcx));
    if (writes) lose(bit(reg_) | bit(rm_) | bit(other));
  }

  void one_byte_effect(uint8_t op);
  void two_byte_effect(uint8_t op);
  void arithmetic_effect(uint8_t op);
  void move_effect(uint8_t op);
  void group_effect(uint8_t op);

  bool wide() const { return (rex_ & 8) != 0; }
  void lose(unsigned registers) { out_.lost |= static_cast<uint16_t>(registers); }
  // Without a REX prefix the byte registers 4 to 7 are the second bytes of 0 to 3.
  void lose_operand(uint8_t reg) { lose(bit(bytes_only_ && rex_ == 0 && reg >= 4 ? reg - 4u : reg)); }
  void lose_reg() { lose_operand(reg_); }
  void lose_rm() {
    if (mod_ == 3) lose_operand(rm_);
  }
  void set(uint8_t to, int64_t constant) {
    out_.effect = Instruction::Effect::kConstant;
    out_.to = to;
    out_.constant = static_cast<uint64_t>(constant);
  }
  void move(Instruction::Effect effect, uint8_t to, uint8_t from) {
    out_.effect = effect;
    out_.to = to;
    out_.from = from;
  }

  // Distances count from the end of the instruction.
  void resolve() {
    uint64_t place = out_.end() + static_cast<uint64_t>(distance_);
    bool flows = out_.flow != Instruction::Flow::kNext && out_.flow != Instruction::Flow::kStop;
    if (flows && jumps_) out_.target = place;
    if (flows && pc_relative_) out_.slot = place;
    if (out_.effect == Instruction::Effect::kConstant && pc_relative_) out_.constant = place;
  }

  std::span<const uint8_t> bytes_;
  Instruction& out_;
  size_t at_ = 0;
  bool ok_ = true;
  bool small_operand_ = false, small_address_ = false, bytes_only_ = false;
  uint8_t rex_ = 0, mod_ = 0, group_ = 0, reg_ = 0, rm_ = 0;
  bool scaled_index_ = false, pc_relative_ = false, jumps_ = false;
  int64_t distance_ = 0, immediate_ = 0;
};

void Decoder::arithmetic_effect(uint8_t op) {
  if (op >> 3 == 7) return;  // compare
  switch (op & 7) {
    case 0:
    case 1:
      return lose_rm();
    case 2:
    case 3:
      return lose_reg();
    default:
      return lose(bit(kRax));
  }
}

void Decoder::move_effect(uint8_t op) {
  using Effect = Instruction::Effect;
  bool registers = mod_ == 3 && !small_operand_;
  out_.reads_table = mod_ != 3 && scaled_index_ && (op == 0x8b || op == 0x63);
  if (op == 0x89 && registers) return move(Effect::kCopy, rm_, reg_);
  if (op == 0x8b && registers) return move(Effect::kCopy, reg_, rm_);
  if (op == 0x8d && pc_relative_ && wide()) return set(reg_, 0);
  if (op == 0x88 || op == 0x89 || op == 0x8c || op == 0x8f) return lose_rm();
  if (op == 0x8a || op == 0x8b || op == 0x8d || op == 0x63) return lose_reg();
}

void Decoder::group_effect(uint8_t op) {
  using Flow = Instruction::Flow;
  if (op == 0xff && (group_ == 2 || group_ == 4)) {
    out_.flow = group_ == 2 ? Flow::kCall : Flow::kJump;
    out_.reads_table = group_ == 4 && scaled_index_;
    return;
  }
  if (op == 0xf6 || op == 0xf7) {
    if (group_ >= 4) lose(bit(kRax) | bit(kRdx));
    if (group_ >= 2) lose_rm();
    return;
  }
  if (op == 0xc7 && mod_ == 3 && group_ == 0 && !small_operand_) {
    return set(rm_, wide() ? immediate_ : immediate_ & 0xffffffff);
  }
  bool compare = (op == 0x80 || op == 0x81 || op == 0x83) && group_ == 7;
  bool push = op == 0xff && group_ == 6;
  if (!compare && !push) lose_rm();
}

void Decoder::one_byte_effect(uint8_t op) {
  using Flow = Instruction::Flow;
  auto low = static_cast<uint8_t>((op & 7) | (rex_ & 1) << 3);
  constexpr std::string_view kBytes = "\x80\x86\x88\x8a\xc0\xc6\xd0\xd2\xf6\xfe";
  bytes_only_ = op < 0x40 ? (op & 1) == 0 : kBytes.find(static_cast<char>(op)) != std::string_view::npos;
  if (op < 0x40) return arithmetic_effect(op);
  if (op >= 0x58 && op < 0x60) return lose(bit(low));
  if (op == 0x63 || (op >= 0x88 && op <= 0x8f)) return move_effect(op);
  if (op == 0x69 || op == 0x6b) return lose(bit(reg_));
  if (op >= 0x70 && op < 0x80) out_.flow = Flow::kBranch;
  if ((op >= 0x80 && op <= 0x83) || op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7 || op >= 0xf6 ||
      (op >= 0xd0 && op <= 0xd3)) {
    return group_effect(op >= 0xf8 && op < 0xfe ? 0xf6 : op);
  }
  if (op == 0x86 || op == 0x87) lose_rm(), lose_reg();
  out_.padding = op == 0x90 && (rex_ & 1) == 0;
  if (op > 0x90 && op < 0x98) lose(bit(kRax) | bit(low));
  if (op == 0x98 || op == 0x99) lose(bit(kRax) | bit(kRdx));
  if (op >= 0xa0 && op < 0xb0 && op != 0xa8 && op != 0xa9)
    lose(bit(kRax) | bit(kRcx) | bit(kRsi) | bit(kRdi));
  if (op >= 0xb0 && op < 0xb8) lose(bit(rex_ == 0 ? op & 3u : low));
  if (op >= 0xb8 && op < 0xc0) set(low, immediate_);
  if (op == 0xc2 || op == 0xc3 || op == 0xcb || op == 0xcc || op == 0xcf) out_.flow = Flow::kStop;
  if (op == 0xc9) lose(bit(kRbp));
  if (op == 0xd7) lose(bit(kRax));
  if (op >= 0xe0 && op <= 0xe3) out_.flow = Flow::kBranch, lose(bit(kRcx));
  if (op == 0xe4 || op == 0xe5 || op == 0xec || op == 0xed) lose(bit(kRax));
  if (op == 0xe8) out_.flow = Flow::kCall;
  if (op == 0xe9 || op == 0xeb) out_.flow = Flow::kJump;
  if (op == 0xf4) out_.flow = Flow::kStop;
}

void Decoder::two_byte_effect(uint8_t op) {
  using Flow = Instruction::Flow;
  bytes_only_ = (op >= 0x90 && op < 0xa0) || op == 0xb0 || op == 0xc0;
  if (op == 0x0b) out_.flow = Flow::kStop;
  out_.padding = op == 0x1f;
  if (op >= 0x80 && op < 0x90) out_.flow = Flow::kBranch;
  if (op == 0x05 || op == 0x31 || op == 0x32 || op == 0x33 || op == 0xa2) lose(kScratch | bit(11));
  if (op == 0x01 || op == 0xae || op == 0xc7) lose(bit(kRax) | bit(kRdx) | bit(kRcx)), lose_rm();
  if (op == 0x02 || op == 0x03 || op == 0x2c || op == 0x2d || op == 0x50 || op == 0xc5 || op == 0xd7)
    lose(bit(reg_));
  if (op == 0x7e || op == 0x00 || (op >= 0x20 && op <= 0x23)) lose_rm();
  if (op >= 0x40 && op < 0x50) {
    if (mod_ == 3 && !small_operand_) return move(Instruction::Effect::kChoice, reg_, rm_);
    lose(bit(reg_));
  }
  if (op >= 0x90 && op < 0xa0) lose_rm();
  if (op >= 0xa4 && op <= 0xbf) lose_reg(), lose_rm();
  if (op == 0xa1 || op == 0xa9) lose(kScratch);
  if (op == 0xb0 || op == 0xb1) lose(bit(kRax));
  if (op == 0xc0 || op == 0xc1) lose_reg(), lose_rm();
  if (op >= 0xc8 && op < 0xd0) lose(bit((op & 7u) | (rex_ & 1u) << 3));
}

}  // namespace

bool decode(std::span<const uint8_t> bytes, uint64_t address, Instruction* out) {
  return Decoder(bytes, address, out).run();
}

}  // namespace limpid::cli::code
