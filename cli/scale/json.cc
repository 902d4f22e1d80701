// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/json.h"

#include <nlohmann/json.hpp>

namespace limpid::cli::scale {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json fit_json(const Fit& fit) {
  return {{"serial_s", fit.serial},
          {"parallel_s", fit.parallel},
          {"each_thread_s", fit.each},
          {"best_threads", fit.best() > 0 ? Json(fit.best()) : Json(nullptr)}};
}

Json step_json(const Step& step) {
  return {{"threads", step.threads},
          {"runs", step.runs},
          {"elapsed_s", step.elapsed_s},
          {"serial_s", step.serial_s},
          {"more_threads_than_processors", step.crowded}};
}

Json region_json(const RegionScaling& region) {
  Json out;
  out["function"] = region.key.name;
  out["file"] = region.key.file.empty() ? Json(nullptr) : Json(region.key.file);
  out["line"] = region.key.line > 0 ? Json(region.key.line) : Json(nullptr);
  out["elapsed_s"] = region.elapsed_s;
  out["loss_s"] = region.loss_s;
  out["model"] = fit_json(region.fit);
  return out;
}

}  // namespace

Json scaling_object(const Scaling& scaling) {
  Json out;
  out["format"] = kFormat;
  out["command"] = scaling.command;
  out["steps"] = Json::array();
  for (const Step& step : scaling.steps) out["steps"].push_back(step_json(step));
  out["serial_part"] = scaling.serial_part;
  out["model"] = fit_json(scaling.fit);
  out["regions"] = Json::array();
  for (const RegionScaling& region : scaling.regions) out["regions"].push_back(region_json(region));
  return out;
}

std::string json_scaling(const Scaling& scaling) {
  // Names come from files: bytes that are no UTF-8 are replaced instead of ending the program.
  return scaling_object(scaling).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::scale
