// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/json.h"

#include <nlohmann/json.hpp>

namespace limpid::cli::diff {
namespace {

using analysis::Tree;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::slower:
      return "slower";
    case Verdict::faster:
      return "faster";
    case Verdict::appeared:
      return "new";
    case Verdict::gone:
      return "gone";
    case Verdict::same:
      break;
  }
  return "same";
}

Json key_json(const Tree::Key& key) {
  Json out;
  out["name"] = key.name;
  out["kind"] = analysis::kind_name(key.kind);
  out["file"] = key.file.empty() ? Json(nullptr) : Json(key.file);
  out["line"] = key.line > 0 ? Json(key.line) : Json(nullptr);
  if (!key.place.empty()) out["place"] = key.place;
  return out;
}

void put_change(Json& out, const Change& change) {
  out["before_s"] = change.before;
  out["after_s"] = change.after;
  out["change_s"] = change.difference();
  out["low_s"] = change.low;
  out["high_s"] = change.high;
  out["change_percent"] = change.before > 0 ? Json(change.percent(change.difference())) : Json(nullptr);
  out["verdict"] = verdict_name(change.verdict);
}

Json row_json(const Row& row) {
  Json out;
  if (row.name.empty()) {
    out = key_json(row.key);
  } else {
    out["name"] = row.name;
  }
  if (!row.path.empty()) {
    out["path"] = Json::array();
    for (const Tree::Key& key : row.path) out["path"].push_back(key_json(key));
  }
  put_change(out, row.change);
  return out;
}

Json rows_json(const std::vector<Row>& rows) {
  Json out = Json::array();
  for (const Row& row : rows) out.push_back(row_json(row));
  return out;
}

Json side_json(const Side& side) {
  return {{"command", side.command},
          {"runs", side.runs},
          {"threads", side.threads},
          {"processors", side.processors}};
}

}  // namespace

std::string json_difference(const Difference& difference) {
  Json out;
  out["format"] = kFormat;
  out["before"] = side_json(difference.before);
  out["after"] = side_json(difference.after);
  out["run"] = rows_json(difference.run);
  out["regions"] = rows_json(difference.regions);
  out["paths"] = rows_json(difference.paths);
  out["functions"] = rows_json(difference.functions);
  // Names come from files: bytes that are no UTF-8 are replaced instead of ending the program.
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::diff
