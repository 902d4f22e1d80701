// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// https://github.com/google/pprof/blob/main/proto/profile.proto; the numbers are those of its fields.
#include <map>
#include <protozero/pbf_writer.hpp>
#include <tuple>
#include <unordered_map>

#include "base/gzip.h"
#include "export/formats.h"
#include "export/frame_name.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using protozero::pbf_writer;

enum ProfileField : uint32_t {
  kSampleType = 1,
  kSample = 2,
  kLocation = 4,
  kFunction = 5,
  kStrings = 6,
  kDuration = 10,
  kPeriodType = 11,
  kPeriod = 12,
  kComment = 13,
  kDefaultType = 14
};
constexpr const char* kTypes[] = {"time", "work", "wait", "blocked", "no_processor"};

// Strings by number. The first is empty, as the format asks.
class Strings {
 public:
  int64_t of(const std::string& text) {
    const auto [at, fresh] = numbers_.try_emplace(text, static_cast<int64_t>(all_.size()));
    if (fresh) all_.push_back(text);
    return at->second;
  }
  void write(pbf_writer& out) const {
    for (const std::string& text : all_) out.add_string(kStrings, text);
  }

 private:
  std::vector<std::string> all_ = {""};
  std::unordered_map<std::string, int64_t> numbers_ = {{"", 0}};
};

class PprofWriter {
 public:
  explicit PprofWriter(const analysis::Analysis& analysis) : analysis_(analysis), out_(bytes_) {
    for (const char* type : kTypes) add_type(kSampleType, type);
  }

  // Stacks are leaf first.
  void add(uint32_t index) {
    const Tree::Node& node = analysis_.tree.at(index);
    stack_.insert(stack_.begin(), location_of(index, node.key));
    if (node.self_ns > 0) add_sample(own_times(node));
    for (const uint32_t child : node.children) add(child);
    stack_.erase(stack_.begin());
  }

  std::string finish() {
    for (const std::string& command : analysis_.run.commands) out_.add_int64(kComment, strings_.of(command));
    out_.add_int64(kDuration, static_cast<int64_t>(analysis_.run.elapsed_ns));
    if (analysis_.run.frequency_hz > 0) {
      add_type(kPeriodType, "time");
      out_.add_int64(kPeriod, static_cast<int64_t>(1e9 / analysis_.run.frequency_hz));
    }
    out_.add_int64(kDefaultType, strings_.of("time"));
    strings_.write(out_);
    return gzip(bytes_);
  }

 private:
  void add_type(uint32_t field, const std::string& name) {
    pbf_writer type(out_, field);
    type.add_int64(1, strings_.of(name));
    type.add_int64(2, strings_.of("nanoseconds"));
  }

  void add_sample(const analysis::Times& own) {
    const uint64_t values[] = {own.all_ns(), own.work_ns, own.wait_ns, own.blocked_ns, own.no_processor_ns};
    // The root is no frame where there are others.
    const size_t frames = stack_.size() > 1 ? stack_.size() - 1 : 1;
    pbf_writer sample(out_, kSample);
    sample.add_packed_uint64(1, stack_.begin(), stack_.begin() + static_cast<ptrdiff_t>(frames));
    sample.add_packed_int64(2, std::begin(values), std::end(values));
  }

  // One location for each function, whose lines the tree does not keep.
  uint64_t location_of(uint32_t index, const Tree::Key& key) {
    const std::string name = index == Tree::kRoot ? "<program>" : frame_name(key);
    const uint64_t fresh_number = numbers_.size() + 1;
    const auto [at, fresh] = numbers_.try_emplace({name, key.file, key.line}, fresh_number);
    if (!fresh) return at->second;
    pbf_writer function(out_, kFunction);
    function.add_uint64(1, fresh_number);
    // No system name: pprof would shorten names that equal it, and `<idle>` to nothing.
    function.add_int64(2, strings_.of(name));
    function.add_int64(4, strings_.of(key.file));
    function.add_int64(5, key.line);
    function.commit();
    pbf_writer location(out_, kLocation);
    location.add_uint64(1, fresh_number);
    pbf_writer line(location, 4);
    line.add_uint64(1, fresh_number);
    line.add_int64(2, key.line);
    return fresh_number;
  }

  const analysis::Analysis& analysis_;
  std::string bytes_;
  pbf_writer out_;
  Strings strings_;
  std::map<std::tuple<std::string, std::string, int>, uint64_t> numbers_;
  std::vector<uint64_t> stack_;
};

}  // namespace

std::string pprof(const analysis::Analysis& analysis) {
  PprofWriter writer(analysis);
  writer.add(Tree::kRoot);
  return writer.finish();
}

}  // namespace limpid::cli::exporting
