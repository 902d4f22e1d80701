// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the vector of display control variables.
#include "model/settings.h"

#include <string.h>

#include "model/icv_values.h"
#include "model/icvs.h"

namespace limpid::ompd {
namespace {

constexpr uint32_t kMostSettings = 256;
constexpr uint32_t kLongestSetting = 4096;

struct Variable {
  const char* name;
  const char* icv;
};

constexpr Variable kVariables[] = {
    {"OMP_DYNAMIC", "dyn-var"},
    {"OMP_NUM_THREADS", "nthreads-var"},
    {"OMP_SCHEDULE", "run-sched-var"},
    {"OMP_PROC_BIND", "bind-var"},
    {"OMP_WAIT_POLICY", "wait-policy-var"},
    {"OMP_THREAD_LIMIT", "thread-limit-var"},
    {"OMP_MAX_ACTIVE_LEVELS", "max-active-levels-var"},
    {"OMP_NUM_TEAMS", "nteams-var"},
    {"OMP_TEAMS_THREAD_LIMIT", "teams-thread-limit-var"},
    {"OMP_CANCELLATION", "cancel-var"},
    {"OMP_DEFAULT_DEVICE", "default-device-var"},
    {"OMP_MAX_TASK_PRIORITY", "max-task-priority-var"},
    {"OMP_TARGET_OFFLOAD", "target-offload-var"},
    {"OMP_DISPLAY_AFFINITY", "display-affinity-var"},
    {"OMP_AFFINITY_FORMAT", "affinity-format-var"},
    {"OMP_ALLOCATOR", "def-allocator-var"},
    {"OMP_TOOL", "tool-var"},
    {"OMP_TOOL_LIBRARIES", "tool-libraries-var"},
    {"OMP_TOOL_VERBOSE_INIT", "tool-verbose-init-var"},
    {"OMP_DEBUG", "debug-var"},
};

// Collects copies of texts; on failure all go back.
class Vector {
 public:
  explicit Vector(const Process& process) : process_(process) {}

  Rc allocate() {
    void* memory = nullptr;
    const Rc rc = process_.access->allocate((kMostSettings + 1) * sizeof(char*), &memory);
    if (rc != Rc::ok || memory == nullptr) return rc == Rc::ok ? Rc::nomem : rc;
    texts_ = static_cast<const char**>(memory);
    memset(texts_, 0, (kMostSettings + 1) * sizeof(char*));
    return Rc::ok;
  }
  Rc add(Text& text) {
    if (count_ == kMostSettings) return Rc::ok;
    return copy_text(*process_.access, text.c_str(), &texts_[count_]) == Rc::ok ? (++count_, Rc::ok)
                                                                                : Rc::nomem;
  }
  const char* const* texts() const { return texts_; }

 private:
  const Process& process_;
  const char** texts_ = nullptr;
  uint32_t count_ = 0;
};

Rc add_variables(const Process& process, Vector& vector, Text& text) {
  for (const Variable& variable : kVariables) {
    text.clear();
    text.add(variable.name).add("=");
    Rc rc = read_initial(process, *icv_named(variable.icv), text);
    if (rc == Rc::ok) rc = vector.add(text);
    if (rc != Rc::ok) return rc;
  }
  return Rc::ok;
}

Rc add_places(Reader& reader, Vector& vector, Text& text) {
  text.clear();
  text.add("OMP_PLACES=");
  values::places_text(reader, text);
  return reader.ok() ? vector.add(text) : reader.rc();
}

Rc add_display_env(Reader& reader, Vector& vector, Text& text) {
  static constexpr const char* kDisplay[] = {"false", "true", "verbose"};
  const uint64_t display = reader.field(values::globals(reader.process()), Name::global_display_env);
  if (display >= sizeof kDisplay / sizeof *kDisplay) reader.spoil();
  text.clear();
  if (reader.ok()) text.add("OMP_DISPLAY_ENV=").add(kDisplay[display]);
  return reader.ok() ? vector.add(text) : reader.rc();
}

// With its unit: without one the variable means kibibytes.
Rc add_stacksize(Reader& reader, Vector& vector, Text& text) {
  const uint64_t asked = reader.field(reader.process().number(Name::device_icvs), Name::device_stacksize);
  const uint64_t bytes = asked != 0 ? asked : reader.root(Name::system_stack_bytes);
  text.clear();
  text.add("OMP_STACKSIZE=").add_unsigned(bytes).add("B");
  return reader.ok() ? vector.add(text) : reader.rc();
}

// nest-var went into max-active-levels-var.
Rc add_nested(Reader& reader, Vector& vector, Text& text) {
  const Process& process = reader.process();
  const uint64_t initial = process.number(Name::environment) + process.number(Name::environment_initial);
  const bool is_nested = reader.field(initial, Name::icvs_max_active_levels) > 1;
  text.clear();
  text.add("OMP_NESTED=").add(is_nested ? "true" : "false");
  return reader.ok() ? vector.add(text) : reader.rc();
}

Rc add_ompd(Reader& reader, Vector& vector, Text& text) {
  const bool is_on = reader.field(values::globals(reader.process()), Name::global_ompd_enabled) != 0;
  text.clear();
  text.add("OMP_OMPD=").add(is_on ? "on" : "off");
  return reader.ok() ? vector.add(text) : reader.rc();
}

// Variables whose text is not that of one ICV.
Rc add_other_variables(const Process& process, Vector& vector, Text& text) {
  Reader reader(process);
  static constexpr Rc (*kAdders[])(Reader&, Vector&, Text&) = {add_places, add_display_env, add_stacksize,
                                                               add_nested, add_ompd};
  for (const auto add : kAdders) {
    const Rc rc = add(reader, vector, text);
    if (rc != Rc::ok) return rc;
  }
  return Rc::ok;
}

// Vendor variables that were set: texts one behind the other.
Rc add_vendor_variables(const Process& process, Vector& vector, Text& text) {
  Reader reader(process);
  uint64_t address = reader.root(Name::vendor_settings);
  for (uint32_t i = 0; reader.ok() && address != 0 && i < kMostSettings; ++i) {
    char buffer[kLongestSetting];
    reader.text(address, buffer, sizeof buffer);
    if (!reader.ok() || buffer[0] == '\0') break;
    text.clear();
    text.add(buffer);
    const Rc rc = vector.add(text);
    if (rc != Rc::ok) return rc;
    address += strlen(buffer) + 1;
  }
  return reader.rc();
}

}  // namespace

Rc make_settings(const Process& process, const char* const** result) {
  Vector vector(process);
  Text text;
  Rc rc = vector.allocate();
  if (rc != Rc::ok) return rc;
  rc = add_variables(process, vector, text);
  if (rc == Rc::ok) rc = add_other_variables(process, vector, text);
  if (rc == Rc::ok) rc = add_vendor_variables(process, vector, text);
  if (rc == Rc::ok)
    *result = vector.texts();
  else
    release_settings(*process.access, vector.texts());
  return rc;
}

Rc release_settings(const Access& access, const char* const* vector) {
  Rc rc = Rc::ok;
  for (const char* const* text = vector; *text != nullptr; ++text) {
    const Rc released = access.release(const_cast<char*>(*text));
    if (rc == Rc::ok) rc = released;
  }
  const Rc released = access.release(const_cast<char**>(const_cast<const char**>(vector)));
  return rc == Rc::ok ? released : rc;
}

}  // namespace limpid::ompd
