// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>

#include "live/text.h"

namespace limpid::cli::live {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json row_json(const Row& row) {
  Json out;
  out["number"] = row.number;
  out["lwp"] = row.lwp;
  out["cpu"] = row.cpu ? Json(*row.cpu) : Json(nullptr);
  out["place"] = row.place ? Json(*row.place) : Json(nullptr);
  out["team"] = row.team;
  out["level"] = row.level;
  out["region"] = text_or_null(row.region);
  out["task"] = text_or_null(row.task);
  out["does"] = row.doing;
  out["at_least_s"] = row.for_s;
  return out;
}

}  // namespace

std::string shown_json(int pid, const Shown& shown) {
  Json out;
  out["format"] = kFormat;
  out["pid"] = pid;
  out["regions"] = shown.counts.regions;
  out["tasks"] = {{"all", shown.counts.tasks},
                  {"in_queues", shown.counts.queued},
                  {"waiting", shown.counts.blocked},
                  {"age_s", shown.counts.tasks_age_s}};
  out["threads"] = Json::array();
  for (const Row& row : shown.rows) out["threads"].push_back(row_json(row));
  out["deadlocks"] = Json::array();
  for (const Cycle& cycle : shown.deadlocks) {
    Json numbers = Json::array();
    for (const Stuck& one : cycle) numbers.push_back(one.number);
    out["deadlocks"].push_back(numbers);
  }
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::live
