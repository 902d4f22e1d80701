// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/name.h"

#include <gtest/gtest.h>

namespace limpid::cli::symbols {
namespace {

struct Case {
  const char* symbol;
  bool fortran;
  const char* text;
  const char* suffix;
  bool outlined;
};

class ReadName : public testing::TestWithParam<Case> {};

TEST_P(ReadName, SaysWhatTheSourceSays) {
  const Case& c = GetParam();
  Name name = read_name(c.symbol, c.fortran);
  EXPECT_EQ(name.text, c.text);
  EXPECT_EQ(name.suffix, c.suffix);
  EXPECT_EQ(name.outlined, c.outlined);
}

INSTANTIATE_TEST_SUITE_P(
    C, ReadName,
    testing::Values(Case{"a", false, "a", "", false},  // no C function is "signed char"
                    Case{"i", false, "i", "", false}, Case{"main", false, "main", "", false},
                    Case{"solve_", false, "solve_", "", false},
                    Case{"__GI_sched_yield", false, "sched_yield", "", false},
                    Case{"main._omp_fn.0", false, "main", "._omp_fn.0", true},
                    Case{"work._omp_fn.12.isra.0", false, "work", "._omp_fn.12.isra.0", true},
                    Case{"work._omp_cpyfn.3", false, "work", "._omp_cpyfn.3", true},
                    Case{"work.constprop.0", false, "work", ".constprop.0", false},
                    Case{"work.cold", false, "work", ".cold", false},
                    Case{"work.part.1", false, "work", ".part.1", false},
                    Case{"odd.name", false, "odd.name", "", false}, Case{"", false, "", "", false},
                    Case{".", false, ".", "", false}));

INSTANTIATE_TEST_SUITE_P(
    Clang, ReadName,
    testing::Values(Case{".omp_outlined.", false, "", ".omp_outlined.", true},
                    Case{".omp_outlined..1", false, "", ".omp_outlined..1", true},
                    Case{".omp_outlined._debug__", false, "", ".omp_outlined._debug__", true},
                    Case{".omp_task_entry.", false, "", ".omp_task_entry.", true},
                    Case{"main.omp_outlined", false, "main", ".omp_outlined", true},
                    Case{"_Z4workd.omp_outlined_debug__", false, "work", ".omp_outlined_debug__", true}));

INSTANTIATE_TEST_SUITE_P(
    Cxx, ReadName,
    testing::Values(Case{"_Z4workPd", false, "work", "", false},
                    Case{"_Z4workPd._omp_fn.0", false, "work", "._omp_fn.0", true},
                    Case{"_ZNK6solver4stepILi2EEEvPd", false, "solver::step<2>", "", false},
                    Case{"_ZN12_GLOBAL__N_18multiplyERKi", false, "(anonymous namespace)::multiply", "",
                         false},
                    Case{"_ZZ4mainENKUliE_clEi", false, "main::{lambda(int)#1}::operator()", "", false},
                    Case{"_ZN1AcvSt6vectorIiSaIiEEEv", false,
                         "A::operator std::vector<int, std::allocator<int> >", "", false},
                    Case{"_ZltRK1AS1_", false, "operator<", "", false},
                    Case{"_Znot_mangled_at_all", false, "_Znot_mangled_at_all", "", false}));

INSTANTIATE_TEST_SUITE_P(
    Fortran, ReadName,
    testing::Values(Case{"__plate_MOD_step", false, "plate::step", "", false},
                    Case{"__plate_MOD_step._omp_fn.0", false, "plate::step", "._omp_fn.0", true},
                    Case{"solve_", true, "solve", "", false}, Case{"MAIN__", true, "main program", "", false},
                    Case{"inner.0", true, "inner", ".0", false},
                    Case{"_QMplatePstep", false, "plate::step", "", false},
                    Case{"_QMplateFstepPinner", false, "plate::step::inner", "", false},
                    Case{"_QQmain", false, "main program", "", false},
                    Case{"_QQmain..omp_par", false, "main program", "..omp_par", true},
                    Case{"plate_mp_step_", true, "plate::step", "", false}));

TEST(WithoutParameters, LeavesWhatIsNoDeclaration) {
  EXPECT_EQ(without_parameters("plain"), "plain");
  EXPECT_EQ(without_parameters("(anonymous namespace)::value"), "(anonymous namespace)::value");
  EXPECT_EQ(without_parameters(")"), ")");
  EXPECT_EQ(without_parameters("("), "(");
  EXPECT_EQ(without_parameters(""), "");
}

}  // namespace
}  // namespace limpid::cli::symbols
