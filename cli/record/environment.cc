// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/environment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace limpid::cli::record {
namespace {

std::string user_value(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string escaped(const std::string& path) {
  std::string text;
  for (char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

}  // namespace

std::string output_pattern(const std::string& output) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  bool directory = output.empty() || output.back() == '/' || fs::is_directory(output, ignored);
  fs::path base = fs::current_path();
  if (!directory) {
    // What the user wrote may hold patterns of its own; only our part of the path is taken literally.
    return output.front() == '/' ? output : escaped(base) + "/" + output;
  }
  if (!output.empty()) base /= output;
  std::string text = escaped(base.lexically_normal());
  if (text.empty() || text.back() != '/') text += '/';
  return text + "%e%R.%p.limpid";
}

bool needs_preload(const Target& target, const Layout& layout) {
  const elf::Dependency* openmp = target.openmp();
  if (openmp == nullptr) return true;
  std::filesystem::path found = std::filesystem::path(openmp->path).parent_path();
  std::error_code ignored;
  return !std::filesystem::equivalent(found, layout.lib, ignored);
}

std::string preload_path(const Target& target, const Layout& layout) {
  const elf::Dependency* openmp = target.openmp();
  const char* import_library = openmp == nullptr               ? nullptr
                               : openmp->name == "libomp.so.5" ? "libomp.so"
                               : openmp->name == "libiomp5.so" ? "libiomp5.so"
                                                               : nullptr;
  if (import_library == nullptr) return layout.runtime;
  return layout.runtime + ":" + (std::filesystem::path(layout.lib) / import_library).string();
}

Variables runtime_variables(const Target& target, const Layout& layout) {
  Variables variables;
  variables["LD_LIBRARY_PATH"] = in_front(layout.lib, "LD_LIBRARY_PATH", user_value);
  if (needs_preload(target, layout))
    variables["LD_PRELOAD"] = in_front(preload_path(target, layout), "LD_PRELOAD", user_value);
  return variables;
}

Variables recorder_variables(const Options& options, const std::string& run_id) {
  Variables variables;
  variables["LIMPID_RUN"] = run_id;
  if (options.frequency > 0) variables["LIMPID_FREQUENCY"] = fmt::format("{}", options.frequency);
  if (options.max_cost > 0) variables["LIMPID_MAX_COST"] = fmt::format("{}", options.max_cost);
  if (options.paused) variables["LIMPID_START"] = "paused";
  variables["LIMPID_OUTPUT"] = output_pattern(options.output);
  if (options.trace) variables["LIMPID_TRACE"] = options.chunks ? "chunks" : "on";
  if (!options.trace_size.empty()) variables["LIMPID_TRACE_SIZE"] = options.trace_size;
  if (!options.keep.empty()) variables["LIMPID_TRACE_KEEP"] = options.keep;
  return variables;
}

Variables recording_variables(const Options& options, const Target& target, const Layout& layout,
                              const std::string& run_id) {
  Variables variables = recorder_variables(options, run_id);
  if (!options.keep_runtime) variables.merge(runtime_variables(target, layout));
  // Whoever of the chain gets the recorder gets the runtime, too.
  std::string preload =
      options.keep_runtime ? layout.recorder : layout.recorder + ":" + preload_path(target, layout);
  variables["LD_PRELOAD"] = in_front(preload, "LD_PRELOAD", user_value);
  variables["OMP_TOOL_LIBRARIES"] = in_front(layout.recorder, "OMP_TOOL_LIBRARIES", user_value);
  // Asking for a recording says more than a setting left over in the environment.
  variables["OMP_TOOL"] = "enabled";
  return variables;
}

}  // namespace limpid::cli::record
