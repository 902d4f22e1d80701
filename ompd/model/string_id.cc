// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds printable ids of handles.
#include "model/string_id.h"

#include "model/tasks.h"
#include "model/threads.h"

namespace limpid::ompd {
namespace {

// Appends to a text that is long enough for all that this file appends.
class Writer {
 public:
  explicit Writer(StringId& text) : end_(text) { *end_ = '\0'; }
  Writer& add(const char* words) {
    while (*words != '\0') *end_++ = *words++;
    *end_ = '\0';
    return *this;
  }
  Writer& add(uint64_t number) {
    char digits[21];
    char* begin = digits + sizeof digits - 1;
    *begin = '\0';
    do {
      *--begin = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(begin);
  }

 private:
  char* end_;
};

void add_region(Reader& reader, uint64_t team, Writer& writer) {
  const uint64_t id = reader.field(team, Name::team_id);
  if (id != 0) {
    writer.add("region_").add(id);
    return;
  }
  constexpr uint64_t kTaskPart = ~uint64_t{0} >> 1;
  writer.add("initial_region_").add(region_identity(reader, team) & kTaskPart);
}

}  // namespace

Rc make_string_id(const Handle& handle, StringId& text) {
  const Process& process = *handle.process;
  const Object& object = handle.object;
  Writer writer(text);
  Reader reader(process);
  if (handle.magic == kThreadMagic) {
    writer.add("thread_").add(object.identity);
    return check_thread(process, object);
  }
  const Rc rc = handle.magic == kParallelMagic ? check_region(process, object) : check_task(process, object);
  if (rc != Rc::ok) return rc;
  if (handle.magic == kParallelMagic) {
    add_region(reader, object.address, writer);
  } else if (reader.field(object.address, Name::task_kind) == process.number(Name::kind_implicit)) {
    const uint64_t slot = slot_around(process, object.address);
    add_region(reader, reader.field(slot, Name::member_team), writer);
    writer.add("_task_").add(reader.field(slot, Name::member_index));
  } else {
    writer.add("task_").add(object.identity);
  }
  return reader.rc();
}

}  // namespace limpid::ompd
