// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vectors that the dependences callback gets from ordered constructs (5.1, 4.5.2.8): a number for each of
// the loops, counted from 0, in whatever type and direction the program counts. GCC hands collapsed loops
// over as one. And their order (5.1, 2.19.9): a source is told before the dependence is fulfilled for others,
// a sink after that.
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>

#include <array>
#include <atomic>
#include <string>

namespace {

constexpr int kIterations = 1000;

std::string g_seen;
int g_failures = 0;
std::array<std::atomic<bool>, kIterations> g_sources;
std::atomic<int> g_sinks{0}, g_early_sinks{0};

// Of a loop with one dimension and several threads.
void add_command(const ompt_dependence_t& dependence) {
  std::atomic<bool>& source = g_sources[dependence.variable.value];
  if (dependence.dependence_type == ompt_dependence_type_source) {
    source = true;
    return;
  }
  ++g_sinks;
  if (!source) ++g_early_sinks;
}

void on_dependences(ompt_data_t*, const ompt_dependence_t* list, int count) {
  if (omp_get_num_threads() > 1) return add_command(list[0]);
  const ompt_dependence_type_t type = list[0].dependence_type;
  g_seen += type == ompt_dependence_type_source ? "source" : type == ompt_dependence_type_sink ? "sink" : "?";
  for (int i = 0; i < count; ++i)
    g_seen += (i == 0 ? ' ' : ',') + std::to_string(list[i].variable.value) +
              (list[i].dependence_type == type ? "" : "?");
  g_seen += "; ";
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  const auto callback = reinterpret_cast<ompt_callback_t>(on_dependences);
  return set_callback(ompt_callback_dependences, callback) == ompt_set_always;
}

void finalize(ompt_data_t*) {}

void expect(const char* what, const std::string& vectors) {
  if (g_seen != vectors) {
    printf("%s: expected\n  %s\nsaw\n  %s\n", what, vectors.c_str(), g_seen.c_str());
    ++g_failures;
  }
  g_seen.clear();
}

void line() {
#pragma omp for ordered(1) schedule(static, 1)
  for (unsigned i = 10; i < 12; ++i) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
  }
  expect("one loop", "source 0; sink 0; source 1; ");
}

void plane() {
#pragma omp for ordered(2) schedule(dynamic)
  for (long i = 8; i > 4; i -= 3) {
    for (int j = -1; j < 1; ++j) {
#pragma omp ordered depend(sink : i + 3, j)
#pragma omp ordered depend(sink : i, j - 1)
#pragma omp ordered depend(source)
    }
  }
  expect("two loops",
         "source 0,0; sink 0,0; source 0,1; sink 0,0; source 1,0; sink 0,1; sink 1,0; source 1,1; ");
}

void space() {
#pragma omp for ordered(4) schedule(dynamic)
  for (int i = 0; i < 1; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int k = 3; k < 5; ++k) {
        for (int l = 0; l < 3; l += 2) {
#pragma omp ordered depend(sink : i, j - 1, k, l)
#pragma omp ordered depend(sink : i, j, k - 1, l)
          if (j == 1 && k == 4 && l == 2) {
#pragma omp ordered depend(source)
          }
        }
      }
    }
  }
  expect("four loops",
         "sink 0,0,0,0; sink 0,0,0,1; sink 0,0,0,0; sink 0,0,0,1; "
         "sink 0,0,1,0; sink 0,1,0,0; sink 0,0,1,1; sink 0,1,0,1; source 0,1,1,1; ");
}

void collapsed() {
#pragma omp for collapse(2) ordered(3) schedule(dynamic)
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 2; ++k) {
        if (i == 1 && j == 2 && k == 1) {
#pragma omp ordered depend(sink : i, j - 1, k)
#pragma omp ordered depend(source)
        }
      }
    }
  }
#ifdef __clang__
  expect("collapsed loops", "sink 1,1,1; source 1,2,1; ");
#else
  expect("collapsed loops", "sink 4,1; source 5,1; ");
#endif
}

void several_threads() {
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
  for (int i = 0; i < kIterations; ++i) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
  }
  if (g_sinks == kIterations - 1 && g_early_sinks == 0) return;
  printf("several threads: %d sinks, %d of them before their source\n", g_sinks.load(), g_early_sinks.load());
  ++g_failures;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, ompt_data_none};
  return &result;
}

int main() {
#pragma omp parallel num_threads(1)
  {
    line();
    plane();
    space();
    collapsed();
  }
  several_threads();
  return g_failures != 0;
}
