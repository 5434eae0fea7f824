"""The trust machine itself: it must be able to fail.

Every fault of fake.py has to be caught, blamed on the right configuration and
shrunk; rules of comparison are checked one by one.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import corpus
import spin
from compare import against_reference, against_spin
from configs import CONFIGS, Config
from fuzz import Task, Verdict, expectation, gist, keep, try_seed
from gen import generate
from outcome import Outcome, Status
from shrink import shrink
from tree import model_text

SEEDS = range(1, 40)


class WithFake(unittest.TestCase):
    """Runs the machine on a command that lies in a known way."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.command = Path(self.folder.name) / "mazurka"
        fake = Path(__file__).with_name("fake.py")
        self.command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{fake}" "$@"\n')
        self.command.chmod(self.command.stat().st_mode | stat.S_IXUSR)
        os.environ.pop("FAKE_FAULT", None)

    def tearDown(self) -> None:
        os.environ.pop("FAKE_FAULT", None)
        self.folder.cleanup()

    def first_failure(self, names: list[str], with_shrink: bool = True) -> Verdict | None:
        for seed in SEEDS:
            verdict = try_seed(Task(seed, str(self.command), False, names, shrink=with_shrink))
            if verdict.category == "failed":
                return verdict
        return None


class Faults(WithFake):
    def test_honest_command_passes(self) -> None:
        names = [c.name for c in CONFIGS]
        for seed in range(1, 6):
            verdict = try_seed(Task(seed, str(self.command), False, names))
            self.assertEqual(verdict.category, "passed", verdict.problem)

    def test_bounds_are_counted_apart(self) -> None:
        os.environ["FAKE_FAULT"] = "hits-bound"
        names = [c.name for c in CONFIGS]
        self.assertEqual({try_seed(Task(seed, str(self.command), False, names)).category for seed in (1, 2)}, {"limit"})
        done = subprocess.run([sys.executable, str(Path(__file__).with_name("fuzz.py")), "--own=3",
                               "--configs=bfs-plain", f"--mazurka={self.command}", f"--keep={self.folder.name}"],
                              capture_output=True, text=True, check=False)
        self.assertIn("too many to say anything", done.stdout)
        self.assertNotEqual(done.returncode, 0)

    def expect_caught(self, fault: str, config: str, trigger: str, words: int | None = None) -> None:
        """With `words` the model is shrunk too, to at most so many."""
        os.environ["FAKE_FAULT"] = fault
        verdict = self.first_failure([config], words is not None)
        self.assertIsNotNone(verdict, f"{fault} was not noticed")
        self.assertEqual(verdict.config, config)
        self.assertIn(trigger, verdict.text)
        if words is not None:
            self.assertLessEqual(len(verdict.text.split()), words, f"not minimal:\n{verdict.text}")

    def test_dropped_finding(self) -> None:
        self.expect_caught("drops-finding", "bfs-tree", "atomic", 16)

    def test_invented_finding(self) -> None:
        self.expect_caught("invents-finding", "bfs-plain", "do")

    def test_miscounted_states(self) -> None:
        self.expect_caught("miscounts", "dfs-tree", "do")

    def test_simplification_that_adds_states(self) -> None:
        self.expect_caught("counts-more-simplified", "simplify-dfs", "")

    def test_lost_terminal_state(self) -> None:
        self.expect_caught("loses-terminal", "bfs-plain", "goto")

    def test_wrong_exit_code(self) -> None:
        self.expect_caught("wrong-exit-code", "reference", "")

    def test_crash(self) -> None:
        self.expect_caught("crashes", "reference", "if", 16)

    def test_rejection_by_one_configuration(self) -> None:
        self.expect_caught("rejects", "bfs-tree", "")

    def test_answer_without_json(self) -> None:
        self.expect_caught("no-json", "bfs-tree", "")

    def test_lossy_store_that_is_sure(self) -> None:
        self.expect_caught("sure-though-lossy", "bitstate", "")

    def test_kept_model_is_a_regression(self) -> None:
        verdict = Verdict(3, "failed", "bfs-tree", "1 states, expected 2", "init { skip }\n",
                          "verdict=ok states=2 kinds=-")
        path = keep(verdict, Path(self.folder.name))
        self.assertEqual(corpus.parse_expectation(path.read_text())["states"], "2")


class Rules(unittest.TestCase):
    ok = Outcome(Status.DONE, "ok", frozenset(), 10, (2, "x"))
    bad = Outcome(Status.DONE, "violation", frozenset({"assertion"}), 10, (2, "x"))

    def wrong(self, reference: Outcome, other: Outcome, **rules: str) -> bool:
        return bool(against_reference(reference, other, Config("c", (), **rules)))

    def test_same(self) -> None:
        self.assertFalse(self.wrong(self.ok, self.ok))
        self.assertTrue(self.wrong(self.ok, self.bad))
        self.assertTrue(self.wrong(self.bad, self.ok))

    def test_counts(self) -> None:
        eleven = Outcome(Status.DONE, "ok", frozenset(), 11, (2, "x"))
        nine = Outcome(Status.DONE, "ok", frozenset(), 9, (2, "x"))
        self.assertTrue(self.wrong(self.ok, nine))
        self.assertFalse(self.wrong(self.ok, nine, states="fewer"))
        self.assertTrue(self.wrong(self.ok, eleven, states="fewer"))
        self.assertFalse(self.wrong(self.ok, eleven, states="any"))

    def test_terminal(self) -> None:
        other = Outcome(Status.DONE, "ok", frozenset(), 10, (2, "y"))
        self.assertTrue(self.wrong(self.ok, other))
        self.assertFalse(self.wrong(self.ok, other, terminal="fewer"))
        three = Outcome(Status.DONE, "ok", frozenset(), 10, (3, "y"))
        self.assertTrue(self.wrong(self.ok, three, terminal="fewer"))

    def test_first_finding_must_be_one_of_all(self) -> None:
        end = Outcome(Status.DONE, "violation", frozenset({"invalid-end"}), 10)
        self.assertTrue(self.wrong(self.bad, end, kinds="some"))

    def test_bodies(self) -> None:
        other = Outcome(Status.DONE, "ok", frozenset(), 10, (1, "y"))
        rule = Config("c", (), terminal="bodies")
        self.assertFalse(against_reference(self.ok, other, rule, True))
        self.assertTrue(against_reference(self.ok, other, rule, False))
        self.assertTrue(against_reference(self.ok, Outcome(Status.DONE, "ok", frozenset(), 10, (0, "y")), rule, True))
        self.assertTrue(against_reference(self.ok, Outcome(Status.DONE, "ok", frozenset(), 10, (3, "y")), rule, True))

    def test_a_bound_is_no_agreement(self) -> None:
        self.assertTrue(self.wrong(self.ok, Outcome(Status.LIMIT)))
        self.assertTrue(self.wrong(Outcome(Status.LIMIT), self.ok))
        self.assertTrue(self.wrong(self.ok, Outcome(Status.BROKEN, message="crash")))

    def test_spin(self) -> None:
        fewer = Outcome(Status.DONE, "ok", frozenset(), 9)
        self.assertTrue(against_spin(self.ok, fewer))
        self.assertTrue(against_spin(self.ok, self.bad))
        self.assertTrue(against_spin(self.ok, Outcome(Status.REJECTED)))
        self.assertFalse(against_spin(self.bad, self.bad))
        self.assertFalse(against_spin(Outcome(Status.REJECTED), self.bad))

    def test_gist_tells_differences_apart(self) -> None:
        self.assertEqual(gist("12 states, expected 13"), gist("7 states, expected 9"))
        self.assertNotEqual(gist("12 states, expected 13"), gist("verdict ok, expected violation"))


class Corpus(WithFake):
    def model(self, text: str) -> Path:
        path = Path(self.folder.name) / "m.pml"
        path.write_text(text)
        return path

    def test_right_expectation(self) -> None:
        path = self.model("/* expect: verdict=ok states=10 kinds=- */\ninit { skip }\n")
        self.assertEqual(corpus.check_model(path, str(self.command)), [])

    def test_wrong_count(self) -> None:
        path = self.model("/* expect: verdict=ok states=9 kinds=- */\ninit { skip }\n")
        self.assertTrue(corpus.check_model(path, str(self.command)))

    def test_missing_expectation(self) -> None:
        self.assertTrue(corpus.check_model(self.model("init { skip }\n"), str(self.command)))
        self.assertTrue(corpus.check_model(self.model("/* expect: verdict=ok */\n"), str(self.command)))

    def test_must_be_rejected(self) -> None:
        path = self.model("/* expect: rejected=1 */\ninit { skip }\n")
        self.assertTrue(corpus.check_model(path, str(self.command)))


class Generator(unittest.TestCase):
    def test_same_seed_same_model(self) -> None:
        for seed in SEEDS:
            self.assertEqual(model_text(generate(seed)), model_text(generate(seed)))

    def test_shrinks_to_the_cause(self) -> None:
        for seed in SEEDS:
            model = generate(seed)
            if "unless" in model_text(model):
                small = model_text(shrink(model, lambda m: "unless" in model_text(m)))
                self.assertLessEqual(len(small.split()), 12, small)
                return
        self.fail("no model with unless")


class Spin(WithFake):
    def run_text(self, text: str) -> Outcome:
        path = Path(self.folder.name) / "m.pml"
        path.write_text(text)
        return spin.run_spin(path)

    def test_reads_pan(self) -> None:
        outcome = self.run_text("byte x; active [2] proctype P() { x++; assert(x < 2) }\n")
        self.assertEqual((outcome.verdict, outcome.kinds), ("violation", {"assertion"}))
        self.assertEqual(self.run_text("init { false }\n").kinds, {"invalid-end"})
        self.assertEqual(self.run_text("init { skip }\n").states, 3)
        self.assertIs(self.run_text("init { x = 1 }\n").status, Status.REJECTED)

    def test_bound_is_no_verdict(self) -> None:
        self.assertIs(self.run_text("int x; init { do :: x++ od }\n").status, Status.LIMIT)

    def test_fake_is_caught(self) -> None:
        verdict = try_seed(Task(5, str(self.command), True, shrink=False))
        self.assertEqual((verdict.category, verdict.config), ("failed", "spin"))

    def test_expectation_comes_from_spin(self) -> None:
        self.assertEqual(expectation("init { skip }\n"), "verdict=ok states=3 kinds=-")

    def test_most_models_are_accepted(self) -> None:
        rejected = [seed for seed in range(1, 9)
                    if self.run_text(model_text(generate(seed))).status is Status.REJECTED]
        self.assertLess(len(rejected), 2)


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = unittest.TextTestRunner().run(suite)
    wrong = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - wrong} passed, {wrong} failed")
    sys.exit(1 if wrong else 0)
