// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "process.h"

namespace fs = std::filesystem;

namespace bench {
namespace {

constexpr std::chrono::seconds kLoaderPatience{20};

bool is_openmp_runtime(const std::string& library) {
  for (const char* name : {"libgomp.so", "libomp.so", "libiomp5.so"}) {
    if (library.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

std::vector<Program> programs_in_folder(const fs::path& folder, const std::string& compiler) {
  if (!fs::is_directory(folder))
    throw std::runtime_error("there is no folder \"" + folder.string() + "\" with programs");
  std::vector<Program> programs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && access(entry.path().c_str(), X_OK) == 0)
      programs.push_back({entry.path().filename(), compiler, fs::absolute(entry.path())});
  }
  if (programs.empty())
    throw std::runtime_error("the folder \"" + folder.string() + "\" has no executable file");
  std::sort(programs.begin(), programs.end(),
            [](const Program& a, const Program& b) { return a.name < b.name; });
  return programs;
}

// Asks the loader, which then lists "NAME => FILE (ADDRESS)" and does not run the program.
std::string loaded_instead(const Program& program, const Runtime& runtime, const Plan& plan,
                           const ScratchFolder& scratch) {
  Launch launch{{program.file.string()}, worker_environment(runtime, plan)};
  launch.environment.push_back("LD_TRACE_LOADED_OBJECTS=1");
  launch.output = scratch.path() / "loaded.txt";
  launch.patience = kLoaderPatience;
  run_to_end(launch);
  std::ifstream list(launch.output);
  for (std::string line; std::getline(list, line);) {
    std::istringstream fields(line);
    std::string name, arrow, file;
    if (!(fields >> name >> arrow >> file) || arrow != "=>" || !is_openmp_runtime(name)) continue;
    if (fs::weakly_canonical(file) == runtime.library) continue;
    return file == "not" ? "needs " + name : "loads " + file;
  }
  return "";
}

}  // namespace bench
