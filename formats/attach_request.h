// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a recorder comes into a process that runs already: the request that `limpid record --pid` writes into the runtime's
// memory (AttachRequest, found through the layout table), and what a tool that was attached learns by
// ompt_function_lookup("limpid_get_attachment") (Attachment).
#pragma once

#include <stdint.h>

namespace limpid::formats {

// Grows when a field of AttachRequest or a word of EntryUse changes its place or meaning.
inline constexpr uint32_t kAttachVersion = 2;

// From `idle` to `asked` by the command, everything else by the process: asked, starting, then attached, ending, idle,
// or idle at once where the request is refused.
enum class AttachState : uint32_t { idle, asked, starting, attached, ending };

// What became of the latest request.
enum class AttachAnswer : uint32_t {
  none,        // nothing yet
  attached,    // the tool runs
  no_thread,   // the process cannot create a thread
  other_tool,  // a tool is active already
  no_tool,     // the library cannot be loaded, or is no tool: see message
  declined,    // the tool does not start: see message
};

// Of the entry of the runtime at which a thread takes the request ("injected_call.busy" in the layout). One thread at a
// time: it is `taken` from the thread's first instruction there to its last. The command makes it `promised` before it
// sends a thread. One that is killed in between leaves it so, and then either no thread comes or it is there at once.
enum class EntryUse : uint32_t { free, taken, promised };

inline constexpr uint32_t kAttachPathBytes = 4096;
inline constexpr uint32_t kAttachOptionBytes = 16384;
inline constexpr uint32_t kAttachMessageBytes = 1024;

// In the process. The command writes limit_ns, library, options and answer (none), then state, while state is idle;
// at any time end_wanted.
struct AttachRequest {
  uint32_t version;     // kAttachVersion
  uint32_t state;       // AttachState
  uint32_t answer;      // AttachAnswer
  uint32_t end_wanted;  // 1: the tool shall end
  uint64_t attached;    // how many tools were attached so far
  uint64_t limit_ns;    // the tool ends after so long by itself; 0: when it is told to
  char library[kAttachPathBytes];
  char options[kAttachOptionBytes];  // "NAME=value" strings, each with its zero; an empty one is the end
  char message[kAttachMessageBytes];
};

// For the tool, from its initializer to the end of its finalizer.
struct Attachment {
  uint32_t bytes;       // of this struct: later versions add fields at its end
  const char* options;  // as in AttachRequest: they stand for the environment, which is the program's own
  // Calls visit(data, native id of the thread, ompt_thread_t) for each thread of OpenMP that there is; these began
  // unseen. `data` is the caller's. A thread that begins at this moment is met here, or tells so itself, or both.
  void (*each_thread)(void (*visit)(void* data, uint64_t native_id, int type), void* data);
  void (*say)(const char* text);  // to whoever has attached the tool, if it declines
  void (*end)();                  // the tool wants to end; returns at once, and the finalizer is called soon
  int (*is_ending)();             // the tool is ended before the program
};

// Null: the tool was not attached, but started with the program.
using GetAttachment = const Attachment* (*)();
inline constexpr char kGetAttachment[] = "limpid_get_attachment";

}  // namespace limpid::formats
