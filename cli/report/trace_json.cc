// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/seconds.h"
#include "report/json.h"

namespace limpid::cli::report {
namespace {

using tracing::Distribution;
using tracing::Model;
using tracing::Result;
using Json = nlohmann::ordered_json;

// `construct`, `name`, `file`, `line`: of the code in no construct only the first.
Json construct_json(const Result& result, uint16_t number) {
  const tracing::NamedConstruct& construct = result.constructs[number];
  Json out;
  out["construct"] = tracing::sort_name(construct.sort);
  out["name"] = construct.place.name.empty() ? Json(nullptr) : Json(construct.place.name);
  put_place(out, construct.place);
  return out;
}

void put_distribution(Json& out, const Distribution& values) {
  out["count"] = values.count();
  out["sum_s"] = s(values.sum_ns());
  out["least_s"] = s(values.least_ns());
  out["quarter_s"] = s(values.quantile_ns(0.25));
  out["median_s"] = s(values.quantile_ns(0.5));
  out["three_quarters_s"] = s(values.quantile_ns(0.75));
  out["most_s"] = s(values.most_ns());
}

Json distribution_json(const Distribution& values) {
  Json out;
  put_distribution(out, values);
  return out;
}

Json bounds_json(const Model& model) {
  Json out = Json::array();
  for (uint64_t threads = 1; threads <= 1024; threads *= 2) {
    const tracing::Bounds bounds = tracing::bounds_for(model, threads);
    out.push_back({{"threads", threads}, {"least_s", s(bounds.least_ns)}, {"most_s", s(bounds.most_ns)}});
  }
  return out;
}

Json regions_json(const Result& result) {
  Json out = Json::array();
  for (const auto& [number, measure] : result.model.measures.regions) {
    Json row = construct_json(result, number);
    row["count"] = measure.count;
    row["elapsed_s"] = s(measure.elapsed_ns);
    row["work_s"] = s(measure.work_ns);
    row["span_s"] = s(measure.span_ns);
    out.push_back(std::move(row));
  }
  return out;
}

Json path_json(const Result& result) {
  Json out = Json::array();
  for (const auto& [where, total] : result.model.path) {
    Json row = construct_json(result, where.first);
    row["kind"] = tracing::path_kind_name(where.second);
    row["seconds"] = s(total.ns);
    row["segments"] = total.segments;
    out.push_back(std::move(row));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Json& a, const Json& b) { return a["seconds"] > b["seconds"]; });
  return out;
}

Json spans_json(const Result& result) {
  Json threads = Json::array(), begins = Json::array(), ends = Json::array();
  for (const tracing::PathSpan& span : result.model.path_spans) {
    const bool known = span.thread < result.threads.size();
    threads.push_back(known ? Json(result.threads[span.thread]) : Json(nullptr));
    begins.push_back(s(span.begin_ns));
    ends.push_back(s(span.end_ns));
  }
  return {
      {"grain_s", s(result.model.path_grain_ns)}, {"threads", threads}, {"begin_s", begins}, {"end_s", ends}};
}

Json changes_json(const Result& result) {
  Json out = Json::array();
  for (const tracing::ChangeResult& change : result.changes) {
    Json row;
    if (change.asked) {
      row["asked"] = change.change.name;
    } else {
      row = construct_json(result, change.construct);
    }
    row["factor"] = change.change.factor;
    row["affected_s"] = s(change.affected_ns);
    row["predicted_s"] = s(change.predicted_ns);
    row["replayed_s"] = s(change.what_if.replayed_ns);
    row["work_s"] = s(change.what_if.work_ns);
    row["span_s"] = s(change.what_if.span_ns);
    out.push_back(std::move(row));
  }
  return out;
}

Json grains_json(const Result& result) {
  Json out = Json::array();
  for (const auto& [where, values] : result.model.measures.grains) {
    Json row = construct_json(result, where.first);
    row["of"] = where.second == tracing::Grain::kTask ? "task" : "chunk";
    put_distribution(row, values);
    row["octaves"] = values.octaves();
    out.push_back(std::move(row));
  }
  return out;
}

Json wake_ups_json(const Result& result) {
  Json out = Json::array();
  for (const auto& [where, values] : result.model.measures.wake_ups) {
    Json row = construct_json(result, where.first);
    row["waited"] = tracing::wait_name(where.second);
    put_distribution(row, values);
    out.push_back(std::move(row));
  }
  return out;
}

Json locks_json(const Result& result) {
  Json out = Json::array();
  for (const auto& [number, lock] : result.model.measures.locks) {
    Json row = construct_json(result, number);
    row["contended"] = lock.contended;
    row["wait"] = distribution_json(lock.wait);
    row["hold"] = distribution_json(lock.hold);
    row["hand_over"] = distribution_json(lock.hand_over);
    out.push_back(std::move(row));
  }
  return out;
}

Json known_json(const Result& result) {
  const tracing::Measures& measures = result.model.measures;
  Json out;
  out["events"] = measures.events;
  out["lost"] = measures.lost;
  out["pauses"] = measures.pauses;
  out["begin_overwritten"] = result.recycled;
  out["unknown_s"] = s(measures.unknown_ns);
  out["tasks_of_unknown_origin"] = measures.orphans;
  out["tasks_without_end"] = measures.open_tasks;
  return out;
}

Json one_json(const Result& result) {
  const Model& model = result.model;
  Json out;
  out["process"] = result.process;
  out["threads"] = model.threads;
  out["known"] = known_json(result);
  out["begin_s"] = s(model.begin_ns);
  out["elapsed_s"] = s(model.elapsed_ns());
  out["work_s"] = s(model.work_ns);
  out["span_s"] = s(model.span_ns);
  out["held_s"] = s(model.held_ns);
  out["bounds"] = bounds_json(model);
  out["regions"] = regions_json(result);
  out["path"] = path_json(result);
  out["path_spans"] = spans_json(result);
  out["replay"] = {{"elapsed_s", s(model.replayed_ns)}, {"whole", model.replayed_whole}};
  out["what_if"] = changes_json(result);
  out["tasks"] = {{"created", model.measures.tasks},
                  {"most_in_flight", model.measures.most_in_flight},
                  {"mean_in_flight", model.mean_in_flight()}};
  out["grains"] = grains_json(result);
  out["wake_ups"] = wake_ups_json(result);
  out["locks"] = locks_json(result);
  return out;
}

}  // namespace

Json trace_json(const std::vector<Result>& traces) {
  Json out = Json::array();
  for (const Result& result : traces) out.push_back(one_json(result));
  return out;
}

}  // namespace limpid::cli::report
