// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the mutant from the environment, and records the operations that ran.
#include "checker/weaken.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

namespace model {
namespace {

using Order = std::memory_order;

struct Mutant {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  Order order = Order::seq_cst;
  bool skip = false;
  bool failing = false;
};

[[noreturn]] void refuse(const char* text) {
  std::fprintf(
      stderr,
      "LIMPID_MODEL_MUTANT=%s: expected FILE:LINE:COLUMN=relaxed|acquire|release|acq_rel|skip|failing\n",
      text);
  std::exit(2);
}

Mutant parse(const char* text) {
  const std::string all = text;
  const std::size_t equals = all.find('=');
  const std::size_t second = all.rfind(':', equals);
  const std::size_t first = second == std::string::npos ? second : all.rfind(':', second - 1);
  if (equals == std::string::npos || first == std::string::npos) refuse(text);
  Mutant mutant;
  mutant.file = all.substr(0, first);
  mutant.line = static_cast<unsigned>(std::atoi(all.c_str() + first + 1));
  mutant.column = static_cast<unsigned>(std::atoi(all.c_str() + second + 1));
  const std::string change = all.substr(equals + 1);
  if (change == "skip")
    mutant.skip = true;
  else if (change == "failing")
    mutant.failing = true;
  else if (change == "relaxed")
    mutant.order = Order::relaxed;
  else if (change == "acquire")
    mutant.order = Order::acquire;
  else if (change == "release")
    mutant.order = Order::release;
  else if (change == "acq_rel")
    mutant.order = Order::acq_rel;
  else
    refuse(text);
  return mutant;
}

const Mutant& mutant() {
  static const char* const text = std::getenv("LIMPID_MODEL_MUTANT");
  static const Mutant chosen = text != nullptr ? parse(text) : Mutant{};
  return chosen;
}

bool is_chosen(const std::source_location& site) {
  const Mutant& chosen = mutant();
  if (site.line() != chosen.line || site.column() != chosen.column) return false;
  const std::size_t length = std::strlen(site.file_name());
  return length >= chosen.file.size() && chosen.file == site.file_name() + length - chosen.file.size();
}

const char* name_of(Order order) {
  constexpr const char* kNames[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<int>(order)];
}

// All operations that ran, written at the end of the process.
class Sites {
 public:
  ~Sites() {
    std::FILE* file = std::fopen(std::getenv("LIMPID_MODEL_SITES"), "a");
    if (file == nullptr) return;
    for (const std::string& site : sites_) std::fprintf(file, "%s\n", site.c_str());
    std::fclose(file);
  }
  void add(const std::source_location& site, Order order, Access access) {
    constexpr const char* kAccesses[] = {"load", "store", "modify", "compare", "fence", "wake"};
    sites_.insert(std::string(site.file_name()) + ":" + std::to_string(site.line()) + ":" +
                  std::to_string(site.column()) + " " + kAccesses[static_cast<int>(access)] + " " +
                  name_of(order));
  }

 private:
  std::set<std::string> sites_;
};

}  // namespace

Order weakened(const std::source_location& site, Order order, Access access) {
  static const bool collects = std::getenv("LIMPID_MODEL_SITES") != nullptr;
  if (collects) {
    static Sites sites;
    sites.add(site, order, access);
  }
  if (!is_chosen(site) || mutant().skip || mutant().failing != (access == Access::compare)) return order;
  return mutant().failing ? Order::relaxed : mutant().order;
}

bool is_left_out(const std::source_location& site, Access access) {
  if (access == Access::fence || access == Access::wake)
    weakened(site, Order::seq_cst, access);  // collects it
  return mutant().skip && is_chosen(site);
}

}  // namespace model
