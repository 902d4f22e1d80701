// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rounds.h"

#include <fmt/core.h>
#include <stdio.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "process.h"
#include "transfer.h"

namespace bench {
namespace {

constexpr std::chrono::seconds kPatience{20};
// On a crowded machine a peer's block may take seconds: what a construct may take, but for one round in each of two launches.
constexpr std::chrono::seconds kLongest{20};

struct Block {
  double ns = 0;
  double operations = 0;
  double waited_ns = 0;
  double events = 0;
};

// One construct on one runtime in one process.
class Worker {
 public:
  Worker(const Construct& construct, const Runtime& runtime, const Plan& plan)
      : Worker(construct, runtime, plan, worker_environment(runtime, plan)) {}
  Worker(const Construct& construct, const Runtime& runtime, const Plan& plan,
         const std::vector<std::string>& environment)
      : conversation_({{plan.kernels.string(), construct.name, std::to_string(plan.threads)},
                       environment,
                       plan.cpus,
                       plan.priority}) {
    const std::string loaded = answer("").substr(std::string("ready ").size());
    require_loaded(runtime, loaded);
  }

  // One block of about `ms`. The number of repetitions follows the time that the last block took, within
  // limits: on a busy machine one block may last a thousand times longer than the next.
  Block run(double ms) {
    const Block block = run(repetitions_);
    const double wanted = ms * 1e6 / std::max(block.ns, 1.0);
    repetitions_ =
        std::max(1L, std::lround(static_cast<double>(repetitions_) * std::clamp(wanted, 0.125, 2.0)));
    return block;
  }

  Block run(long repetitions) {
    std::istringstream fields(answer(std::to_string(repetitions)));
    Block block;
    if (!(fields >> block.ns >> block.operations >> block.waited_ns >> block.events)) {
      throw std::runtime_error("an answer that is no measurement");
    }
    return block;
  }

  // Finds the number of repetitions to begin with.
  long calibrate(double ms) {
    while (run(ms).ns < ms * 1e6 / 2) {
    }
    return repetitions_;
  }

 private:
  std::string answer(const std::string& line) {
    std::string text = conversation_.ask(line, kPatience);
    if (text.starts_with("wrong")) throw std::runtime_error(text);
    return text;
  }

  Conversation conversation_;
  long repetitions_ = 1;
};

// Runs `step` unless this runtime already failed; notes the failure.
template <typename Step>
void attempt(Series& series, Step step) {
  if (!series.error.empty()) return;
  try {
    step();
  } catch (const std::exception& e) {
    series.error = e.what();
  }
}

// Of the rounds from `first` on, which are those of the last launch.
void keep_calm_rounds(std::vector<Series>& series, std::size_t first, int one_of) {
  std::vector<double> unrest;
  for (const Series& s : series) {
    if (!s.error.empty()) continue;
    unrest.resize(s.rounds.size() - first);
    for (std::size_t r = 0; r < unrest.size(); ++r) unrest[r] += s.rounds[first + r].waited;
  }
  std::vector<std::size_t> order(unrest.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return unrest[a] < unrest[b]; });
  const auto parts = static_cast<std::size_t>(one_of);
  order.resize((order.size() + parts - 1) / parts);
  for (Series& s : series) {
    if (!s.error.empty()) continue;
    std::vector<Round> calm(s.rounds.begin(), s.rounds.begin() + static_cast<std::ptrdiff_t>(first));
    for (std::size_t r : order) calm.push_back(s.rounds[first + r]);
    s.rounds = std::move(calm);
  }
}

// Only where it says something of what the construct must take.
std::optional<double> transfer_of(const Construct& construct, const Plan& plan) {
  const bool fits = plan.threads >= 2 && plan.threads <= plan.cpus;
  return fits && construct.transfers > 0 ? transfer_ns(plan.cpus) : std::nullopt;
}

void measure_launch(std::vector<Series>& series, int launch, const Construct& construct,
                    const std::vector<Runtime>& runtimes, const Plan& plan,
                    std::chrono::steady_clock::time_point deadline) {
  const std::size_t count = runtimes.size();
  std::vector<std::optional<Worker>> workers(count);
  for (std::size_t i = 0; i < count; ++i) {
    attempt(series[i], [&] {
      workers[i].emplace(construct, runtimes[i], plan);
      workers[i]->calibrate(plan.block_ms);
    });
  }
  const int blocks = plan.blocks * (launch + 1) / plan.launches - plan.blocks * launch / plan.launches;
  for (int round = 0; round < blocks && (round == 0 || std::chrono::steady_clock::now() < deadline);
       ++round) {
    const std::optional<double> transfer = transfer_of(construct, plan);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i =
          static_cast<std::size_t>(launch + round + static_cast<int>(k)) % count;  // nobody is always first
      attempt(series[i], [&] {
        const Block block = workers[i]->run(plan.block_ms);
        series[i].rounds.push_back(
            {block.ns / block.operations, launch, block.waited_ns / block.ns, transfer});
      });
    }
  }
}

}  // namespace

void require_loaded(const Runtime& runtime, const std::string& loaded) {
  if (std::filesystem::weakly_canonical(loaded) != runtime.library)
    throw std::runtime_error(fmt::format("loaded {} instead of {}", loaded, runtime.library.string()));
}

std::vector<std::string> worker_environment(const Runtime& runtime, const Plan& plan) {
  std::vector<std::string> variables = runtime_environment(runtime.folder, plan.threads, plan.bind);
  variables.insert(variables.end(), runtime.environment.begin(), runtime.environment.end());
  if (!runtime.tool.empty()) variables.push_back("LD_PRELOAD=" + runtime.tool.string());
  return variables;
}

long repetitions_of_a_block(const Construct& construct, const Runtime& runtime, const Plan& plan) {
  long most = 1;
  for (int process = 0; process < 3; ++process)
    most = std::max(most, Worker(construct, runtime, plan).calibrate(plan.block_ms));
  return most;
}

std::vector<Construct> list_constructs(const std::filesystem::path& kernels, const char* list_option) {
  const std::unique_ptr<FILE, int (*)(FILE*)> list(
      popen(fmt::format("'{}' {}", kernels.string(), list_option).c_str(), "r"), pclose);
  std::vector<Construct> constructs;
  char line[256];
  while (list && fgets(line, sizeof line, list.get())) {
    std::istringstream fields(line);
    Construct construct;
    if (std::getline(fields, construct.name, '\t') && std::getline(fields, construct.operation, '\t') &&
        fields >> construct.transfers) {
      constructs.push_back(construct);
    }
  }
  if (constructs.empty()) throw std::runtime_error("cannot run " + kernels.string());
  return constructs;
}

std::vector<Series> measure(const Construct& construct, const std::vector<Runtime>& runtimes,
                            const Plan& plan) {
  std::vector<Series> series(runtimes.size());
  std::size_t kept = 0;
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  for (int launch = 0; launch < plan.launches; ++launch) {
    if (launch >= 2 && std::chrono::steady_clock::now() >= deadline) break;
    measure_launch(series, launch, construct, runtimes, plan, deadline);
    keep_calm_rounds(series, kept, plan.keep_one_of);
    for (const Series& s : series) kept = std::max(kept, s.error.empty() ? s.rounds.size() : 0);
  }
  return series;
}

double count_events(const Construct& construct, const Runtime& runtime, const Plan& plan) {
  constexpr long kRepetitions = 200;
  std::vector<std::string> environment = worker_environment(runtime, plan);
  environment.push_back("LIMPID_BENCH_COUNT=1");
  const Block block = Worker(construct, runtime, plan, environment).run(kRepetitions);
  return block.events / block.operations;
}

}  // namespace bench
