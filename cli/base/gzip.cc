// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

namespace limpid::cli {
namespace {

constexpr int kLevel = 6;
constexpr int kWindowOfGzip = 15 + 16;  // the greatest window; 16 asks for gzip's header
constexpr int kMemory = 8;

}  // namespace

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kWindowOfGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  // zlib counts in 32 bits: larger inputs go in by parts.
  constexpr size_t kPart = 1u << 30;
  std::array<char, 1 << 16> room{};
  std::string out;
  size_t given = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0 && given < bytes.size()) {
      const size_t part = std::min(kPart, bytes.size() - given);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + given));
      stream.avail_in = static_cast<uInt>(part);
      given += part;
    }
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = room.size();
    status = deflate(&stream, given == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    if (status == Z_STREAM_ERROR) break;
    out.append(room.data(), room.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("zlib could not compress");
  return out;
}

}  // namespace limpid::cli
