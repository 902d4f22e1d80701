// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/files.h"

#include <fcntl.h>
#include <gelf.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "elf/handle.h"

namespace limpid::test {
namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

ScratchDirectory::ScratchDirectory() {
  std::string pattern = std::filesystem::temp_directory_path() / "limpid-test-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = pattern;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchDirectory::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(join(name), std::ios::binary) << bytes;
  return join(name);
}

Outcome shell(const std::string& command, const std::string& directory) {
  ScratchDirectory scratch;
  std::string out = scratch.join("out");
  std::string err = scratch.join("err");
  pid_t pid = fork();
  if (pid == 0) {
    if (chdir(directory.c_str()) != 0) _exit(126);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    // exec: the shell makes way, so that the command's own death is what is seen.
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  Outcome outcome;
  outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.out = slurp(out);
  outcome.err = slurp(err);
  return outcome;
}

std::string fixture(const std::string& name) {
  return std::string(LIMPID_TEST_FIXTURES) + "/" + name;
}

Extent extent_of(const std::string& file, const std::string& name) {
  cli::elf::Handle handle(file);
  Elf_Scn* section = nullptr;
  while (handle && (section = elf_nextscn(handle.get(), section)) != nullptr) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    if (header.sh_type != SHT_SYMTAB) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      if (name == elf_strptr(handle.get(), header.sh_link, symbol.st_name))
        return {symbol.st_value, symbol.st_size};
    }
  }
  ADD_FAILURE() << file << " has no symbol " << name;
  return {};
}

}  // namespace limpid::test
