// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A key has one number, whoever asks first, and what belongs to the number is there with it.
#include "charge/number_table.h"

#include "model.h"

namespace limpid::recorder {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// Two places for two keys, so that each may be where the other one was looked for.
using Table = NumberTable<2>;
constexpr uint64_t kKeys[] = {7, 8};

TEST(NumberTableModel, AKeyHasOneNumberAndAllThatBelongsToIt) {
  EXPECT_TRUE(holds([](Execution& run) {
    Table table;
    Plain<uint64_t> key_of[5];  // by number
    uint32_t found[2][2] = {};
    for (uint32_t thread = 0; thread < 2; ++thread) {
      run.thread([&, thread] {
        for (uint32_t turn = 0; turn < 2; ++turn) {
          const uint64_t key = kKeys[(thread + turn) % 2];
          const uint32_t own = 1 + 2 * thread + turn;
          const Table::Found f = table.find(key, [&] {
            key_of[own].set(key);
            return own;
          });
          require(f.number != 0 && f.is_new == (f.number == own), "a number, and whose");
          require(key_of[f.number].get() == key, "what belongs to it");
          found[thread][(thread + turn) % 2] = f.number;
        }
      });
    }
    run.run();
    for (uint32_t key = 0; key < 2; ++key) require(found[0][key] == found[1][key], "the same for both");
    require(found[0][0] != found[0][1], "another one for another key");
    require(table.find(9, [] { return 5u; }).number == 0, "no room");
  }));
}

}  // namespace
}  // namespace limpid::recorder
