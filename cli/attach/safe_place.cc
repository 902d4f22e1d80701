// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/safe_place.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <sys/syscall.h>

#include <cstring>
#include <vector>

#include "elf/handle.h"

namespace limpid::cli::attach {
namespace {

constexpr size_t kMostFrames = 4096;

struct Frame {
  uint64_t pc;  // of a caller: within the call
};

struct Stack {
  std::vector<Frame> frames;
  bool too_deep = false;
};

int add_frame(Dwfl_Frame* state, void* data) {
  auto& stack = *static_cast<Stack*>(data);
  Dwarf_Addr pc = 0;
  bool is_activation = false;
  if (!dwfl_frame_pc(state, &pc, &is_activation)) return DWARF_CB_ABORT;
  stack.frames.push_back({is_activation ? pc : pc - 1});
  stack.too_deep = stack.frames.size() >= kMostFrames;
  return stack.too_deep ? DWARF_CB_ABORT : DWARF_CB_OK;
}

// Functions that whoever has them takes from the C library, or puts something of its own into.
bool is_interposed_name(const char* name) {
  for (const char* each :
       {"malloc", "calloc", "free", "pthread_create", "__libc_start_main", "_dl_allocate_tls"})
    if (std::strcmp(name, each) == 0) return true;
  return false;
}

bool defines_such(const elf::Handle& file) {
  for (Elf_Scn* section = elf_nextscn(file.get(), nullptr); section != nullptr;
       section = elf_nextscn(file.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM || header.sh_entsize == 0)
      continue;
    Elf_Data* const data = elf_getdata(section, nullptr);
    for (size_t i = 0; data != nullptr && i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF)
        continue;
      const char* const name = elf_strptr(file.get(), header.sh_link, symbol.st_name);
      if (name != nullptr && is_interposed_name(name)) return true;
    }
  }
  return false;
}

}  // namespace

// What is needed to follow stacks of the process; the threads are stopped by us.
class SafePlace::Modules {
 public:
  explicit Modules(pid_t pid) {
    static char* no_path = nullptr;
    static const Dwfl_Callbacks kCallbacks = {dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo, nullptr,
                                              &no_path};
    dwfl_ = dwfl_begin(&kCallbacks);
    if (dwfl_ == nullptr) return;
    dwfl_report_begin(dwfl_);
    attached_ = dwfl_linux_proc_report(dwfl_, pid) == 0 && dwfl_report_end(dwfl_, nullptr, nullptr) == 0 &&
                dwfl_linux_proc_attach(dwfl_, pid, true) == 0;
  }
  ~Modules() {
    if (dwfl_ != nullptr) dwfl_end(dwfl_);
  }
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  // False: it cannot be followed to its end.
  bool walk(pid_t tid, Stack* stack) const {
    return attached_ && dwfl_getthread_frames(dwfl_, tid, add_frame, stack) == 0 && !stack->frames.empty();
  }

 private:
  Dwfl* dwfl_ = nullptr;
  bool attached_ = false;
};

SafePlace::SafePlace(live::Memory& memory, const std::string& runtime)
    : memory_(memory), runtime_(runtime), modules_(std::make_unique<Modules>(memory.pid())) {}

SafePlace::~SafePlace() = default;

// Code that lies in no file is the program's own making, or the kernel's (vdso).
SafePlace::Kind SafePlace::kind_of(uint64_t address) {
  const live::Mapping* const mapping = memory_.mapping_of(address);
  if (mapping == nullptr) return Kind::kProgram;
  if (mapping->path == runtime_) return Kind::kRuntime;
  const auto [at, fresh] = kinds_.try_emplace(mapping->path, Kind::kLibrary);
  if (!fresh) return at->second;
  const std::string path = "/proc/" + std::to_string(memory_.pid()) + "/root" + mapping->path;
  const elf::Handle file(path);
  const bool loader = mapping->path.find("/ld-linux") != std::string::npos;
  if (file && !loader && !defines_such(file)) at->second = Kind::kProgram;
  return at->second;
}

// The C library has begun the thread (that of the process from a frame of the program's, _start), and then may not be met
// again but for the system call in which the runtime sleeps.
bool SafePlace::holds(const StoppedThread& thread) {
  if (!thread.is_plain()) return false;
  const bool sleeps = thread.in_system_call();
  if (sleeps && thread.system_call() != SYS_futex) return false;
  Stack stack;
  if (!modules_->walk(thread.tid(), &stack)) return false;
  size_t end = stack.frames.size();
  const auto is_library = [&](size_t i) { return kind_of(stack.frames[i].pc) == Kind::kLibrary; };
  if (end > 1 && !is_library(end - 1) && is_library(end - 2)) --end;
  while (end > 0 && is_library(end - 1)) --end;
  size_t first = 0;
  if (sleeps) first = 1;  // syscall()
  if (first >= end || (sleeps && kind_of(stack.frames[first].pc) != Kind::kRuntime)) return false;
  for (size_t i = first; i < end; ++i)
    if (is_library(i)) return false;
  return true;
}

}  // namespace limpid::cli::attach
