# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gdb_test.py STAGE PROGRAM CASE: one case on the program as one compiler built it. 77: skipped, there is no
gdb.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from session import Session, numbers_of_threads, stacks, table, typed
from subject import Subject

STAGE, PROGRAM = sys.argv[1:3] if len(sys.argv) > 3 else ("", "")
LOOK = ["info threads", "omp threads", "omp bt all", "omp parallel", "omp tasks", "omp locks", "omp deadlock"]
INFO, THREADS, STACKS, PARALLEL, TASKS, LOCKS, DEADLOCK = range(len(LOOK))
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ompd", "subject_program.c")


WALK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "walk.c")


def walk_line(text):
    """The number of the line of walk.c with `text`."""
    with open(WALK, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if text in line)


def line_of(text, after):
    """The number of the first source line with `text` behind the one that begins with `after`."""
    with open(SOURCE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(after))
    return next(i + 1 for i, line in enumerate(lines) if i > begin and text in line)


class Case(unittest.TestCase):
    """What the cases share: a subject looked at by attaching."""

    def attached(self, situation, commands=None):
        subject = self.enterContext(Subject(STAGE, PROGRAM, situation))
        return subject, Session(STAGE, ["--pid", str(subject.pid)], commands or LOOK)

    def assert_nested(self, facts, session):
        """The situation `nested`: two regions of two inside one of two."""
        numbers, rows, bts = numbers_of_threads(session[INFO]), table(session[THREADS]), stacks(session[STACKS])
        threads = facts.threads_with("level")
        self.assertEqual(len(threads), 4)
        self.assertEqual(len(rows), 4)
        for lwp in threads:
            row = rows[numbers[lwp]]
            self.assertEqual(row["OpenMP"], f"{facts.fact(lwp, 'thread_num')} of {facts.fact(lwp, 'num_threads')}")
            self.assertIn(f"(level {facts.fact(lwp, 'level')})", row["Region"])
            self.assertEqual(row["State"], "works")
            self.assert_user_stack(bts[numbers[lwp]], ["stay", "nested", "nested", "main"])
            self.assertEqual(sum("created by" in line for line in bts[numbers[lwp]]), 2)
        initial = numbers[facts.fact(0, "initial")]
        for lines in bts.values():
            self.assertRegex("\n".join(lines), rf"region 1 of 2 threads, created by thread {initial} --")
        self.assertEqual(len(re.findall(r"^  region \d+: 2 threads", session[PARALLEL], re.M)), 2)
        self.assertEqual(len(re.findall(r"^region 1: 2 threads", session[PARALLEL], re.M)), 1)

    def assert_user_stack(self, lines, functions):
        """`functions` in this order, main the last, and nothing of the runtime."""
        text = "\n".join(lines[1:])
        self.assertNotRegex(text, "limpid|GOMP_|__kmpc|start_thread|clone")
        at = 0
        for function in functions:
            found = re.search(rf"\b{function}\b.*$", text[at:], re.M)
            self.assertIsNotNone(found, f"no {function} in\n{text}")
            at += found.end()
        self.assertNotIn("\n#", text[at:])


class Nested(Case):
    def test_attached(self):
        self.assert_nested(*self.attached("nested"))

    def test_lines_of_constructs(self):
        _, session = self.attached("nested", ["omp bt"])
        inner = line_of("#pragma omp parallel num_threads(2)", "    omp_set_num_threads(3")
        self.assertRegex(session[0], rf"nested.* at subject_program.c:{inner}\b")

    def test_icvs(self):
        subject, session = self.attached("nested", ["info threads", "omp icvs", "omp icvs run-sched"])
        values = dict(re.findall(r"^(\S+)\s+(?:process|thread|region|implicit task|task)\s+(\S+)$", session[1], re.M))
        lwp = next(lwp for lwp, number in numbers_of_threads(session[0]).items() if number == 1)
        self.assertEqual(values["levels-var"], str(subject.fact(lwp, "level")))
        self.assertEqual(values["nthreads-var"], str(subject.fact(lwp, "max_threads")))
        self.assertEqual(values["thread-num-var"], str(subject.fact(lwp, "thread_num")))
        self.assertRegex(session[2], r"run-sched-var\s+task\s+guided,7")


class Tasks(Case):
    def test_tree(self):
        subject, session = self.attached("tasks")
        tree = session[TASKS]
        creator = numbers_of_threads(session[INFO])[subject.fact(0, "creator")]
        self.assertEqual(len(re.findall("ready, in a queue", tree)), subject.fact(0, "ready_tasks"))
        self.assertEqual(len(re.findall("waits for 1 task that it depends on", tree)), subject.fact(0, "dependent_tasks"))
        self.assertRegex(tree, rf"(?m)^      explicit task \d+, undeferred, final: runs on thread {creator};")
        self.assertRegex(tree, rf"(?m)^    explicit task \d+, undeferred: suspended on thread {creator};")
        self.assertRegex(tree, r"(?m)^initial task \d+: suspended on thread 1")

    def test_stack_through_creators(self):
        subject, session = self.attached("tasks")
        lines = stacks(session[STACKS])[numbers_of_threads(session[INFO])[subject.fact(0, "creator")]]
        self.assert_user_stack(lines, ["stay", "main"])
        headings = [line for line in lines if line.startswith("  -- ")]
        self.assertEqual([bool(re.search("explicit task", line)) for line in headings], [True, True, False])
        # Clang's names of tasks do not say which function they are of.
        self.assertNotRegex("\n".join(lines), r"(?m)^(?:#\d+ +| +)\(outlined\)")
        self.assertRegex("\n".join(lines), r"(?m)^#\d+ +tasks \(outlined\) at subject_program\.c")


class Locks(Case):
    def test_holders_and_waiters(self):
        subject, session = self.attached("locks")
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        holder = numbers[subject.threads_with("holds")[0]]
        for value, what in ((1, "lock"), (2, "lock"), (3, "critical section")):
            waiter = numbers[subject.threads_with("waits_for", value)[0]]
            self.assertRegex(rows[waiter]["State"], rf"^waits for {what} `.*name|^waits for {what} `.*lock")
            self.assertTrue(rows[waiter]["State"].endswith(f"held by thread {holder}"))
        self.assertIn(f"{subject.fact(0, 'lock'):#x}", session[LOCKS])
        self.assertIn(f"{subject.fact(0, 'nest_lock'):#x}", session[LOCKS])
        self.assertIn("`name`", session[LOCKS])
        self.assertTrue(session[DEADLOCK].startswith("No deadlock"))

    def test_one_lock(self):
        with Subject(STAGE, PROGRAM, "locks") as subject:
            commands = ["info threads", f"omp locks {subject.fact(0, 'lock'):#x}", "omp locks nonsense+"]
            session = Session(STAGE, ["--pid", str(subject.pid)], commands)
        holder = numbers_of_threads(session[0])[subject.threads_with("holds")[0]]
        self.assertIn(f"held by thread {holder}", session[1])
        self.assertIn("`nonsense+` is no address of a lock", session[2])


class Deadlock(Case):
    def test_cycle_of_two(self):
        subject, session = self.attached("deadlock")
        numbers, answer = numbers_of_threads(session[INFO]), session[DEADLOCK]
        first, second = (numbers[subject.threads_with("thread_num", number)[0]] for number in (1, 2))
        self.assertIn("Deadlock: 2 threads wait for each other.", answer)
        self.assertRegex(answer, rf"Thread {first} waits for lock `g_right` .*held by thread {second}")
        self.assertRegex(answer, rf"Thread {second} waits for lock `g_left` .*held by thread {first}")
        line = line_of("omp_set_lock(second)", "static void take_both")
        self.assertEqual(len(re.findall(rf"at subject_program.c:{line} in take_both", answer)), 2)
        self.assertRegex(answer, r"Behind them: thread \d+ waits at the end of the region")


class Barriers(Case):
    def test_some_at_a_barrier_one_at_the_end(self):
        subject, session = self.attached("mismatch")
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        first, second, third = (numbers[subject.threads_with("thread_num", number)[0]] for number in range(3))
        both = sorted((first, third))
        line = line_of("#pragma omp barrier", "static void mismatch")
        self.assertRegex(session[DEADLOCK], rf"(?m)^Deadlock: threads of region 1 wait at different barriers: \d and \d at "
                         rf"subject_program.c:{line} in mismatch \(outlined\), {second} at the end of the region\.$")  # fmt: skip
        self.assertEqual([int(number) for number in re.findall(r"\b(\d) (?:and|at subject)", session[DEADLOCK])], both)
        for number in both:
            self.assertEqual(rows[number]["State"], f"waits at an explicit barrier, for thread {second}")
        self.assertRegex(rows[second]["State"], r"^waits at the end of the region, for thread \d and thread \d$")

    def test_let_go(self):
        subject, session = self.attached("let_go")
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        held_up = numbers[subject.threads_with("thread_num", 1)[0]]
        self.assertEqual(rows[held_up]["State"], "waits at an explicit barrier, about to go on")
        self.assertTrue(session[DEADLOCK].startswith("No deadlock"))


    def test_a_thread_that_has_not_begun_its_region(self):
        subject, session = self.attached("ahead")
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        behind = rows[numbers[subject.threads_with("was_num", 1)[0]]]
        leader = rows[numbers[subject.threads_with("was_num", 0)[0]]]
        self.assertEqual((behind["Region"], behind["OpenMP"]), ("", ""))
        self.assertNotEqual(leader["Region"], "")
        self.assertNotIn("waits at the end of the region", behind["State"])
        self.assertRegex(session[TASKS], r"implicit task: not begun, in region 2")


class Detached(Case):
    def test_what_a_taskwait_waits_for(self):
        subject, session = self.attached("detached")
        waiter = numbers_of_threads(session[INFO])[subject.fact(0, "creator")]
        line = line_of("#pragma omp task detach(event)", "static void detached")
        event = subject.fact(0, "event")
        self.assertRegex(session[TASKS], rf"(?m)^ +explicit task \d+: its code has run; waits for omp_fulfill_event of its event, {event:#x}; created at")
        state = table(session[THREADS])[waiter]["State"]
        self.assertRegex(state, r"^waits in taskwait, for a task whose event nobody has fulfilled yet "
                         rf"\(created at subject_program.c:(?:{line}|{line + 1}) in detached \(outlined\)\)$")  # fmt: skip
        self.assertIn(f"1 thread waiting for an event:\n  thread {waiter} {state}.", session[DEADLOCK])


class Fortran(Case):
    """nested.f90: functions by the names that the program gives them."""

    def test_names_of_the_program(self):
        session = Session(STAGE, ["--", PROGRAM], ["break nested.f90:10", "run", "omp bt", "omp threads"])
        self.assertRegex(session[2], r"(?i)work::inner \(outlined\) at(?s:.*)work::inner \(n=1\) at(?s:.*)shapes \(outlined\) at(?s:.*)shapes \(\) at")
        self.assertRegex(session[3], r"nested.f90:10 in work::inner \(outlined\)")
        self.assertNotRegex(session[2] + session[3], r"MAIN__|_MOD_|_QQ|_QM")


class Leagues(Case):
    def test_created_where_the_construct_is(self):
        _, session = self.attached("leagues", ["omp parallel"])
        line = line_of("#pragma omp teams", "static void leagues")
        self.assertRegex(session[0], rf"(?m)^league 1: 2 teams, created at subject_program.c:{line} in ")


class Names(Case):
    """names.py, which needs no gdb."""

    def setUp(self):
        path = os.path.join(STAGE, "share", "limpid", "gdb", "limpid_gdb", "names.py")
        specification = importlib.util.spec_from_file_location("names", path)
        self.names = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(self.names)

    def test_outlined_and_fortran(self):
        for name, text in (
            ("main", "main"),
            ("main._omp_fn.0", "main (outlined)"),
            ("main.omp_outlined_debug__", "main (outlined)"),
            (".omp_task_entry.", "(outlined)"),
            ("fort::MAIN__._omp_fn.0", "fort (outlined)"),
            ("MAIN__", "main program"),
            ("_QQmain..omp_par.1", "main program (outlined)"),
            ("_QFPinner", "inner"),
            ("_QMworkPinner..omp_par", "work::inner (outlined)"),
            ("__work_MOD_inner", "work::inner"),
            ("inner::__work_MOD_inner._omp_fn.0", "work::inner (outlined)"),
        ):
            self.assertEqual(self.names.in_words(name), text)
        self.assertEqual(self.names.in_words(".omp_task_entry..3", "tasks"), "tasks (outlined)")

    def test_cpp(self):
        long = "gmx::" + "".join(f"Inner{number}<float const, int>::" for number in range(4)) + "run"
        for name, text in (
            ("gmx::work(gmx::ArrayRef<float const>, int) const", "gmx::work"),
            ("(anonymous namespace)::work(int)", "(anonymous namespace)::work"),
            ("work<float const>(float const*)", "work<float const>"),
            ("a::operator()(int) const", "a::operator()"),
            ("a::operator()", "a::operator()"),
            (long + "(int)", "gmx::Inner0<…>::Inner1<…>::Inner2<…>::Inner3<…>::run"),
        ):
            self.assertEqual(self.names.in_words(name), text)


class Handler(Case):
    def test_stopped_in_handler(self):
        subject, session = self.attached("handler")
        numbers = numbers_of_threads(session[INFO])
        waiter = numbers[subject.threads_with("thread_num", 1)[0]]
        row, lines = table(session[THREADS])[waiter], stacks(session[STACKS])[waiter]
        self.assertIn("waits for lock `g_left`", row["State"])
        self.assertIn("in stay", row["Where"])
        self.assert_user_stack(lines, ["stay", "handle_signal", "signal handler called", "handler", "main"])


class Crowd(Case):
    def test_sixty_four(self):
        subject, session = self.attached("crowd")
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        self.assertEqual(len(rows), 64)
        teams = {}
        for lwp in subject.threads_with("outer_num"):
            row = rows[numbers[lwp]]
            self.assertEqual(row["OpenMP"], f"{subject.fact(lwp, 'thread_num')} of 8")
            teams.setdefault(subject.fact(lwp, "outer_num"), set()).add(row["Region"])
            self.assert_user_stack(stacks(session[STACKS])[numbers[lwp]], ["stay", "crowd", "main"])
        self.assertEqual(len(teams), 8)
        self.assertTrue(all(len(regions) == 1 for regions in teams.values()))
        self.assertEqual(len(set.union(*teams.values())), 8)
        self.assertEqual(len(re.findall(r"^  region \d+: 8 threads", session[PARALLEL], re.M)), 8)


class Breakpoint(Case):
    def test_program_started_by_gdb(self):
        commands = ["break say_all", "run", "omp threads", "omp bt"]
        session = Session(STAGE, ["--", PROGRAM, "nested"], commands)
        rows = table(session[2])
        current = re.search(r"^\* (\d+)", session[2], re.M)
        self.assertIsNotNone(current)
        row = rows[int(current.group(1))]
        self.assertRegex(row["OpenMP"], "^[01] of 2$")
        self.assertIn("in say_all", row["Where"])
        self.assert_user_stack(session[3].splitlines(), ["say_all", "nested", "nested", "main"])


class Step(Case):
    def test_into_a_region_and_out(self):
        session = Session(STAGE, ["--", PROGRAM, "idle"], ["tbreak idle", "run"] + ["omp step"] * 80)
        places = [re.match(r"#0 .*?\b(\S+) \(", session[number]) for number in range(2, 82)]
        names = [found.group(1) for found in places if found]
        body = next((i for i, name in enumerate(names) if re.search("omp_fn|omp_outlined", name)), None)
        self.assertIsNotNone(body, session.output)
        self.assertIn("idle", session[1])
        behind = [name for name in names[body:] if name in ("idle", "say_all")]
        self.assertTrue(behind, session.output)
        for name in names:
            self.assertNotRegex(name, "limpid|GOMP|kmpc|ompd_bp")


class Blind(Case):
    """blind.c: kernels behind whose frame gdb finds nothing."""

    def test_the_kernel_is_shown_on_each_thread(self):
        text = Session(STAGE, ["--", PROGRAM], ["break both_inside", "run", "omp bt all"])[2]
        self.assertRegex(text, r"1 of 3 in region \d+:\n#0 +zeros_on_the_stack\b.*\n +-- region ")
        self.assertRegex(text, r"2 of 3 in region \d+:\n#0 +frame_pointer_in_use\b.*\n +-- region ")


class Walk(Case):
    """Plain commands of gdb on walk.c: the runtime's own functions and lines are not in the way."""

    def walk(self, *commands):
        return Session(STAGE, ["--", PROGRAM], list(commands))

    def test_break_at_a_name_of_the_users(self):
        session = self.walk("break begin", "run", "info breakpoints", "break begin", "break end")
        self.assertIn("begin ()", session[1])
        self.assertRegex(session[2], r"in begin at .*walk\.c")
        self.assertNotIn("MULTIPLE", session[2])
        self.assertRegex(session[3], r"Breakpoint 2 at .*: file .*walk\.c")
        self.assertIn('"end" not defined', session[4])

    def test_step_over_a_call_of_the_runtime(self):
        line = walk_line("omp_set_num_threads(2)")
        session = self.walk(f"tbreak {line}", "run", "step")
        self.assertRegex(session[2], rf"^{walk_line('g_cell = 2')}\b")

    def assert_next_stays(self, lines):
        """From inside the task to the end of main: each `next` ends at a line of the program."""
        seen = []
        for line in lines:
            found = re.match(r"(\d+)\t", line)
            self.assertIsNotNone(found, line)
            seen.append(int(found.group(1)))
        expected = [walk_line(f"g_cell += {number}") for number in (5, 6, 7)]
        self.assertEqual([line for line in seen if line in expected], expected)

    def test_next_past_the_ends_of_bodies(self):
        session = self.walk("set scheduler-locking step", f"tbreak {walk_line('g_cell += 4')}", "run", *["next"] * 9)
        lines = [answer.splitlines()[-1] for answer in session.answers[3:]]
        self.assert_next_stays(lines[: next(i for i, line in enumerate(lines) if "+= 7" in line) + 1])

    def test_next_at_a_terminal(self):
        output = typed(STAGE, ["--", PROGRAM], [f"tbreak {walk_line('g_cell += 4')}", "run"] + ["next"] * 9)
        answers = [part.strip().splitlines() for part in output.split("(gdb) next\n")[1:]]
        lines = [[line for line in answer if not line.startswith(("[", "(gdb)"))][-1] for answer in answers]
        self.assert_next_stays(lines[: next(i for i, line in enumerate(lines) if "+= 7" in line) + 1])

    def test_finish(self):
        session = self.walk(f"tbreak {walk_line('g_cell += 4')}", "run", "finish", "echo")
        self.assertRegex(session[2].splitlines()[-1], r"^\d+\t")
        self.assertRegex(session[2].splitlines()[-2], r" at .*walk\.c:\d+$")

    def test_up_and_down(self):
        session = self.walk(f"tbreak {walk_line('g_cell += 4')}", "run", *["up"] * 9, *["down"] * 9, "echo")
        text = "\n".join(session.answers[2:])
        self.assertNotRegex(text, r"GOMP_|__kmpc|\?\?|liblimpid|libgomp")
        self.assertIn("main () at", text)
        self.assertIn("Initial frame selected; you cannot go up.", session[10])
        self.assertIn("Bottom (innermost) frame selected; you cannot go down.", session[19])

    def test_a_worker_has_nothing_to_go_on_with(self):
        line = walk_line("g_cell += 6")
        session = self.walk(f"break {line} if $_thread == 2", "run", *["up"] * 3, "frame 0", *["next"] * 3, "echo")
        self.assertIn("There are only frames of the runtime", session[4])
        self.assertRegex("\n".join(session.answers[6:9]), "Thread 2 has done its part")

    def test_no_debug_information_by_itself(self):
        session = self.walk("break begin", "run", "info line begin_implicit_task")
        self.assertIn('Function "begin_implicit_task" not defined', session[2])

    def test_debug_information_on_demand(self):
        folder = f"set debug-file-directory {STAGE}/share/limpid/debug"
        session = self.walk(folder, "break begin", "run", "info line begin_implicit_task")
        self.assertRegex(session[3], r"Line \d+ of .*implicit_task\.cc")


class Waits(Case):
    """waits.c: whom the others wait for."""

    def waiting(self, situation):
        """(gdb's number of who acts, the states of the others, what `omp deadlock` says)"""
        subject, session = self.attached(situation)
        acts = numbers_of_threads(session[INFO])[subject.threads_with("acts")[0]]
        rows = table(session[THREADS])
        return acts, [row["State"] for number, row in rows.items() if number != acts], session[DEADLOCK]

    def test_a_critical_section_whose_name_looks_like_adas(self):
        acts, states, _ = self.waiting("critical")
        self.assertRegex(states[0], rf"^waits for critical section `B` \(0x[0-9a-f]+\), held by thread {acts}$")

    def test_copies_of_a_single_construct(self):
        acts, states, _ = self.waiting("copies")
        self.assertEqual(states, [f"waits at the end of a worksharing construct, for thread {acts}"])

    def test_whose_turn_it_is(self):
        acts, states, _ = self.waiting("ordered")
        self.assertEqual(states, [f"waits for its turn (ordered), for thread {acts}"] * 2)

    def test_cycle_through_a_mutex_of_the_c_library(self):
        acts, states, answer = self.waiting("mutex")
        other = 3 - acts
        self.assertRegex(states[0], rf"^waits for lock `g_lock` .*held by thread {acts}$")
        self.assertIn("Deadlock: 2 threads wait for each other.", answer)
        self.assertRegex(answer, rf"Thread {acts} waits for mutex `g_mutex` .*of the C library, held by thread {other}")


class Break(Case):
    def test_where_regions_begin(self):
        commands = ["omp break parallel", "run", "omp bt", "continue", "bt", "info breakpoints"]
        session = Session(STAGE, ["--", PROGRAM, "nested"], commands)
        self.assertRegex(session[1], r"thread 1 begins region 1: 2 threads, created at")
        self.assertRegex(session[3], r"thread \d begins region \d+: 2 threads, created at subject_program.c:\d+ in nested")
        # Clang has made a jump of the construct: then no frame of `nested` is left.
        self.assertRegex(session[1], r"(?s)begins region 1: .*\n#\d+ .* (?:nested|main) \(")
        self.assertIn("omp here", session[5])

    def test_where_tasks_begin(self):
        session = Session(STAGE, ["--", PROGRAM, "tasks"], ["omp break task", "run", "omp break loops"])
        self.assertRegex(session[1], r"thread \d begins explicit task \d+, created at subject_program.c:\d+")
        self.assertIn("takes `parallel` or `task`, got `loops`", session[2])


class Filter(Case):
    def test_plain_bt(self):
        subject, session = self.attached("deadlock", ["info threads", "thread apply all bt", "thread apply all bt -no-filters"])
        numbers = numbers_of_threads(session[0])
        waiter = numbers[subject.threads_with("thread_num", 1)[0]]
        stack = re.search(rf"^Thread {waiter} .*?(?=^Thread|\Z)", session[1], re.M | re.S).group(0)
        self.assertRegex(stack, r"#0 .*<waits for lock `g_right`")
        self.assertRegex(stack, r"take_both")
        self.assertRegex(stack, r"\[region 1 of 3 threads, created by thread 1\]")
        self.assertRegex(stack, r"(?m)^(?:#\d+ +)?main ")
        self.assertNotIn("limpid::", stack)
        self.assertIn("omp_set_lock", session[2])


class Cost(Case):
    """What commands cost, in calls of the library, reads of memory and frames: never in time."""

    def counted(self, situation, command):
        """(what it printed, {what: how often}) of a command that is given for the first time."""
        source = f"source {os.path.join(os.path.dirname(os.path.abspath(__file__)), 'count.py')}"
        subject, session = self.attached(situation, [source, f"count {command}", "echo"])
        text, last = session[1].strip().rsplit("\n", 1)
        return subject, text, {what: int(number) for what, number in re.findall(r"(\w+)=(\d+)", last)}

    def test_all_stacks_grow_with_the_threads(self):
        _, text, costs = self.counted("crowd", "thread apply all bt")
        self.assertEqual(len(re.findall(r"^Thread \d+", text, re.M)), 64)
        self.assertEqual(len(re.findall(r"^(?:#\d+ +)?main ", text, re.M)), 64)
        self.assertLess(costs["calls"], 64 * 40)
        self.assertLess(costs["reads"], 64 * 300)
        self.assertLess(costs["frames"], 64 * 40)

    def test_tasks_are_read_in_blocks(self):
        subject, text, costs = self.counted("many", "omp tasks")
        self.assertIn(f"{subject.fact(0, 'dependent_tasks')} explicit tasks", text)
        self.assertLess(costs["reads"], subject.fact(0, "dependent_tasks"))
        self.assertLess(costs["calls"], 100)

    def test_few_frames_of_a_deep_stack(self):
        _, text, costs = self.counted("deep", "bt 5")
        self.assertEqual(len(text.splitlines()), 5)
        self.assertLess(costs["frames"], 50)

    def test_deep_stacks_do_not_end_silently(self):
        subject = self.enterContext(Subject(STAGE, PROGRAM, "deep"))
        levels = subject.fact(0, "levels")
        session = Session(STAGE, ["--pid", str(subject.pid)], ["omp bt", "omp tasks", "bt", "echo"])
        for answer in session[0], session[2]:
            self.assertRegex(answer, r"[ \[]\d{4} more creators, down to initial task 1")
            self.assertRegex(answer.splitlines()[-1], r"^(?:#\d+ +)?main .*\(")
            self.assertLess(len(answer.splitlines()), 500)
            self.assertNotRegex(answer, r"(?m)^#\d+[a-z]")
        more = int(re.search(r"\.\.\. (\d+) more tasks inside: 1 runs on thread 1", session[1]).group(1))
        self.assertEqual(more + session[1].count("explicit task"), levels)


class Core(Case):
    def test_same_as_alive(self):
        with tempfile.TemporaryDirectory() as folder, Subject(STAGE, PROGRAM, "nested") as subject:
            core = os.path.join(folder, "core")
            Session(STAGE, ["--pid", str(subject.pid)], [f"gcore {core}"])
            session = Session(STAGE, ["--core", core, PROGRAM], LOOK)
            self.assert_nested(subject, session)
            self.assert_nothing_runs(Session(STAGE, ["--core", core, PROGRAM], ["omp step", "omp break parallel", "info breakpoints"]))

    def assert_nothing_runs(self, session):
        for answer in session[0], session[1]:
            self.assertIn("This is a core file: nothing runs in it", answer)
            self.assertNotIn("Python", answer)
        self.assertIn("No breakpoints", session[2])


class Stripped(Case):
    def test_without_symbols(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "bare")
            subprocess.run(["strip", "-o", program, PROGRAM], check=True)
            with Subject(STAGE, program, "nested") as subject:
                session = Session(STAGE, ["--pid", str(subject.pid)], LOOK)
        numbers, rows = numbers_of_threads(session[INFO]), table(session[THREADS])
        for lwp in subject.threads_with("level"):
            row = rows[numbers[lwp]]
            self.assertEqual(row["OpenMP"], f"{subject.fact(lwp, 'thread_num')} of 2")
            self.assertIn("in bare", row["Where"])
        for lines in stacks(session[STACKS]).values():
            self.assertNotRegex("\n".join(lines), "limpid|start_thread")
            self.assertEqual(sum("created by" in line for line in lines), 2)


class Messages(Case):
    def answer_to(self, options, commands):
        return Session(STAGE, options, commands)

    def test_nothing_runs(self):
        session = self.answer_to(["--", PROGRAM], ["omp threads", "omp threads 7", "omp bt sideways"])
        self.assertIn("The program is not being run", session[0])
        self.assertIn("takes no argument, got `7`", session[1])

    def test_no_openmp(self):
        session = self.answer_to(["--", "/bin/true"], ["starti", "omp threads"])
        self.assertIn("No OpenMP runtime of Limpid in this process", session[1])

    def test_not_used_yet(self):
        session = self.answer_to(["--", PROGRAM, "idle"], ["break main", "run", "omp threads", "omp bt wrong"])
        self.assertIn("has not used OpenMP yet", session[2])

    def test_libgomp(self):
        gdb = ["gdb", "-q", "-batch", "-iex", f"source {STAGE}/share/limpid/gdb/limpid.py", "-ex", "break main"]
        environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
        done = subprocess.run(gdb + ["-ex", "run", "-ex", "omp threads", PROGRAM], capture_output=True, text=True,
                              env=environment, check=False)  # fmt: skip
        self.assertIn("runs GCC's libgomp and not Limpid", done.stdout + done.stderr)

    def test_loaded_with_the_runtime(self):
        gdb = ["gdb", "-q", "-batch", "-iex", f"add-auto-load-safe-path {STAGE}", "-ex", "break main", "-ex", "run"]
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.join(STAGE, "lib"))
        done = subprocess.run(gdb + ["-ex", "omp threads", PROGRAM], capture_output=True, text=True, env=environment,
                              check=False)  # fmt: skip
        self.assertIn("has not used OpenMP yet", done.stderr)
        self.assertNotIn("auto-load", done.stderr)

    def test_options_of_gdb(self):
        limpid = os.path.join(STAGE, "bin", "limpid")
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script")
            with open(script, "w", encoding="utf-8") as file:
                file.write("echo from the script\\n\nshow args\n")
            for words in (["-nx", "-x", script], ["--nx", f"--command={script}", "--batch"], ["-ex", f"source {script}"]):
                done = subprocess.run([limpid, "debug", "--batch", *words, PROGRAM, "-x", "nested"], capture_output=True, text=True, check=False)
                self.assertIn("from the script\n", done.stdout)
                self.assertIn('"-x nested"', done.stdout)
        machine = subprocess.run([limpid, "debug", "-i=mi", PROGRAM], input='-interpreter-exec console "help omp bt"\n-gdb-exit\n',
                                 capture_output=True, text=True, check=False)  # fmt: skip
        self.assertIn('~"Print the selected thread', machine.stdout)
        self.assertIn("^exit", machine.stdout)
        done = subprocess.run([limpid, "debug", "-x"], capture_output=True, text=True, check=False)
        self.assertIn("gdb's option -x expects a value", done.stderr)

    def test_sourced_twice(self):
        again = f"source {STAGE}/share/limpid/gdb/limpid.py"
        session = self.answer_to(["--", PROGRAM], [again, "help omp threads"])
        self.assertEqual(session[0], "")
        self.assertIn("List the OpenMP threads", session[1])

    def test_no_gdb(self):
        limpid = os.path.join(STAGE, "bin", "limpid")
        done = subprocess.run([limpid, "debug", "--gdb", "/nowhere/gdb", PROGRAM], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 127)
        self.assertIn("no `/nowhere/gdb` found", done.stderr)

    def test_wrong_command_lines(self):
        limpid = os.path.join(STAGE, "bin", "limpid")
        for words, part in (([], "no program to debug"), (["--core", "/nowhere/core", PROGRAM], "cannot read /nowhere/core"),
                            (["--core", "/dev/null", "--pid", "1"], "exclude each other"), (["--pid", "x"], "x")):  # fmt: skip
            done = subprocess.run([limpid, "debug"] + words, capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(part, done.stderr)


if __name__ == "__main__":
    if shutil.which("gdb") is None:
        print("skipped: no gdb")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], sys.argv[3]])
