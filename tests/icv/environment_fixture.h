// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets variables for one test, and catches what is said about them.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "core/icv/environment.h"

class EnvironmentTest : public testing::Test {
 protected:
  // So that the environment the tests run in does not decide them.
  void SetUp() override { clear(); }
  void TearDown() override {
    clear();
    for (auto& environment : read_) release(environment);
  }

  void set(const char* name, const char* value) { setenv(name, value, 1); }

  limpid::core::Environment read(limpid::core::OwnRuntime own = limpid::core::OwnRuntime::kGcc) {
    testing::internal::CaptureStderr();
    limpid::core::Environment environment;
    environment.global.own_runtime = own;
    limpid::core::read_variables(environment);
    messages_ = testing::internal::GetCapturedStderr();
    read_.push_back(environment);
    return environment;
  }
  limpid::core::Environment read_with(const char* name, const char* value) {
    set(name, value);
    limpid::core::Environment environment = read();
    unsetenv(name);
    return environment;
  }

  // The value is refused: the message names variable and value, and `environment` is the default one.
  void expect_refused(const char* name, const char* value) {
    read_with(name, value);
    EXPECT_NE(messages_.find(std::string(name) + "=\"" + value + "\": expected "), std::string::npos)
        << name << "=" << value << " said: " << messages_;
  }
  void expect_silent() { EXPECT_EQ(messages_, ""); }

  std::string messages_;

 private:
  static void clear() {
    extern char** environ;
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string text = *entry;
      if (text.starts_with("OMP_") || text.starts_with("GOMP_"))
        names.push_back(text.substr(0, text.find('=')));
    }
    for (const std::string& name : names) unsetenv(name.c_str());
  }
  static void release(limpid::core::Environment& environment) {
    free(const_cast<std::uint32_t*>(environment.global.nthreads_by_level.values));
    free(const_cast<limpid::core::ProcBind*>(environment.global.bind_by_level.values));
    free(const_cast<std::uint32_t*>(environment.global.places.first));
    free(const_cast<std::uint32_t*>(environment.global.places.processors));
  }

  std::vector<limpid::core::Environment> read_;
};
