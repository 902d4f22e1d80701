// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/expectation.h"

#include <fnmatch.h>

#include <algorithm>
#include <sstream>

namespace limpid::cli::check {
namespace {

std::string trimmed(const std::string& text) {
  size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

// "gcc flang: why" -> the families; false without a reason.
bool take_excuse(const std::string& excuse, Expectation* expectation) {
  size_t colon = excuse.find(':');
  if (colon == std::string::npos || trimmed(excuse.substr(colon + 1)).empty()) return false;
  expectation->not_for = split(trimmed(excuse.substr(0, colon)), ' ');
  return !expectation->not_for.empty();
}

std::optional<int64_t> factor_value(const std::string& factor, int threads) {
  if (factor == "T") return threads;
  bool digits =
      !factor.empty() && factor.size() < 10 && factor.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) return std::nullopt;
  return std::stoll(factor);
}

// The callback that tells events of this word.
const std::pair<const std::string, Callback>* callback_of(const ProcessResult& result,
                                                          const std::string& word) {
  std::string stem = word.substr(0, word.find(':'));
  for (const auto& entry : result.callbacks) {
    const auto& words = entry.second.words;
    if (std::find(words.begin(), words.end(), stem) != words.end()) return &entry;
  }
  return nullptr;
}

}  // namespace

std::optional<int64_t> value_of(const std::string& sum, int threads) {
  int64_t total = 0;
  int64_t sign = 1;
  int64_t product = 1;
  bool wants_factor = true;
  std::istringstream words(sum);
  for (std::string word; words >> word;) {
    if (wants_factor) {
      std::optional<int64_t> factor = factor_value(word, threads);
      if (!factor) return std::nullopt;
      product *= *factor;
    } else if (word == "+" || word == "-") {
      total += sign * product;
      sign = word == "+" ? 1 : -1;
      product = 1;
    } else if (word != "*") {
      return std::nullopt;
    }
    wants_factor = !wants_factor;
  }
  if (wants_factor) return std::nullopt;
  return total + sign * product;
}

std::optional<Expectation> parse_expectation(const std::string& line, std::string* problem) {
  Expectation expectation;
  expectation.source = trimmed(line);
  size_t bar = line.find('|');
  std::string claim = line.substr(0, bar);
  if (bar != std::string::npos && !take_excuse(line.substr(bar + 1), &expectation)) {
    *problem = "behind the '|' families of compilers, a ':' and a reason are expected";
    return std::nullopt;
  }
  size_t at = claim.find('=');
  if (at == std::string::npos || at == 0) {
    *problem = "'=', '>=' or '<=' is expected";
    return std::nullopt;
  }
  bool two = claim[at - 1] == '>' || claim[at - 1] == '<';
  if (two)
    expectation.relation =
        claim[at - 1] == '>' ? Expectation::Relation::at_least : Expectation::Relation::at_most;
  expectation.words = split(claim.substr(0, two ? at - 1 : at), '+');
  expectation.sum = trimmed(claim.substr(at + 1));
  bool empty = expectation.words.empty() ||
               std::any_of(expectation.words.begin(), expectation.words.end(), [](const std::string& word) {
                 return word.empty() || word.find(' ') != std::string::npos;
               });
  if (empty || !value_of(expectation.sum, 1)) {
    *problem = empty
                   ? "words of events are expected before the relation"
                   : "a sum of numbers and T is expected behind the relation, not '" + expectation.sum + "'";
    return std::nullopt;
  }
  return expectation;
}

Answer judge(const Expectation& expectation, int threads, const ProcessResult& result) {
  Answer answer;
  answer.expected = value_of(expectation.sum, threads).value_or(0);
  for (const auto& [word, times] : result.words) {
    bool counts = std::any_of(
        expectation.words.begin(), expectation.words.end(),
        [&word = word](const std::string& p) { return fnmatch(p.c_str(), word.c_str(), 0) == 0; });
    if (counts) answer.seen += static_cast<int64_t>(times);
  }
  const auto* callback = callback_of(result, expectation.words.front());
  if (callback != nullptr) answer.callback = callback->first;
  bool too_few = answer.seen < answer.expected && expectation.relation != Expectation::Relation::at_most;
  bool too_many = answer.seen > answer.expected && expectation.relation != Expectation::Relation::at_least;
  if (too_few) answer.kind = Answer::Kind::lost;
  if (too_many) answer.kind = Answer::Kind::surplus;
  bool promised = callback != nullptr && callback->second.registered == "always";
  answer.deviation = too_many || (too_few && promised);
  return answer;
}

}  // namespace limpid::cli::check
