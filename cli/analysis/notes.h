// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace limpid::cli::analysis {

struct Analysis;

// Sentences for the user, each once. What is true of many files is one sentence.
class Notes {
 public:
  void add(const std::string& sentence);
  void add_of_file(const std::string& path, const std::string& what);
  std::vector<std::string> finish() const;

 private:
  struct Note {
    std::string what;
    std::vector<std::string> paths;  // the first ones
    size_t files = 0;                // 0: it is not about files
  };
  Note& find(const std::string& what, bool of_files);

  std::vector<Note> notes_;
};

// What the numbers of a run give reason to say.
void add_ending_notes(const Analysis& analysis, Notes& notes);
void add_processor_note(const Analysis& analysis, Notes& notes);
void add_disturbance_note(const Analysis& analysis, Notes& notes);

// Adds a text to a list that does not have it yet; none if it is empty.
void add_once(std::vector<std::string>& list, const std::string& text);

}  // namespace limpid::cli::analysis
